'use client';

import { useMutation } from '@tanstack/react-query';
import { Link2 } from 'lucide-react';
import { CopyLine } from '@/components/stream/connection/copy-line';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { api } from '@/lib/browser/api/api-client';
import { messageOr } from '@/lib/browser/api/error-text';

/** Makes a link to a final report, for people without an account, and revokes it. */
export function ReportLink({ reportId }: { reportId: string }) {
  const params = { id: reportId };
  const share = useMutation({
    mutationFn: async () => (await api('POST /reports/{id}/link', { params })).data.attributes.path,
  });
  const revoke = useMutation({
    mutationFn: () => api('DELETE /reports/{id}/link', { params }),
    onSuccess: () => share.reset(),
  });
  const failure = share.error ?? revoke.error;
  return (
    <section aria-label="Link to this report" className="grid gap-2 print:hidden">
      <div className="flex flex-wrap items-center gap-2">
        <Button onClick={() => share.mutate()} disabled={share.isPending}>
          <Link2 aria-hidden />
          Create a link
        </Button>
        <Button onClick={() => revoke.mutate()} disabled={revoke.isPending}>
          Revoke link
        </Button>
        <p className="text-muted text-sm">
          {revoke.isSuccess && !share.data
            ? 'Revoked. The link no longer opens the report.'
            : 'Anyone with the link can read this report. A new link replaces the last one.'}
        </p>
      </div>
      {share.data ? <CopyLine label="Link to this report" hideLabel value={location.origin + share.data} /> : null}
      {failure ? <Alert variant="destructive">{messageOr(failure, 'Failed to change the link')}</Alert> : null}
    </section>
  );
}
