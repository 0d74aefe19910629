import { TriangleAlert } from 'lucide-react';
import { useTrueFor } from '../use-true-for';

/** Spec, section 9. */
const provisioningLimitMs = 30_000;

/** A warning beside a stream that has been provisioning for longer than expected. */
export function SlowStartNote() {
  const isSlow = useTrueFor(true, provisioningLimitMs);
  if (!isSlow) return null;
  return (
    <p role="alert" className="flex gap-2.5 rounded-md border border-pending/50 p-3 text-pending">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      Provisioning is taking longer than expected.
    </p>
  );
}
