import { TriangleAlert } from 'lucide-react';
import { useTrueFor } from '../use-true-for';

/** Spec, section 9. */
const provisioningLimitMs = 30_000;

/** Beside a stream that is being provisioned; it says so once that takes longer than it should. */
export function SlowStartNote() {
  const isOverdue = useTrueFor(true, provisioningLimitMs);
  if (!isOverdue) return null;
  return (
    <p role="alert" className="flex gap-2.5 rounded-md border border-pending/50 p-3 text-pending">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      Provisioning is taking longer than expected.
    </p>
  );
}
