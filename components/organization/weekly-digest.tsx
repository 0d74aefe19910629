'use client';

import { toast } from 'sonner';
import { Alert } from '@/components/ui/alert';
import { messageOr } from '@/lib/browser/api/error-text';
import { useUpdateOrganization } from '@/lib/browser/data/organization/use-members';

/** Switches the owners' weekly digest on or off. */
export function WeeklyDigest({ isOn }: { isOn: boolean }) {
  const update = useUpdateOrganization();
  const change = (next: boolean) =>
    update.mutate(
      { weekly_digest: next },
      { onSuccess: () => toast(next ? 'Weekly digest switched on' : 'Weekly digest switched off') },
    );
  return (
    <div className="grid gap-4">
      {update.isError ? (
        <Alert variant="destructive">{messageOr(update.error, 'Failed to change the weekly digest')}</Alert>
      ) : null}
      <label className="flex min-h-8 items-center gap-2.5 justify-self-start font-medium pointer-coarse:min-h-11">
        <input
          type="checkbox"
          checked={isOn}
          disabled={update.isPending}
          onChange={({ currentTarget: { checked } }) => change(checked)}
          className="size-4 accent-ink"
        />
        Send the weekly digest to every owner
      </label>
    </div>
  );
}
