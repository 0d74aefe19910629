'use client';

import { useMutation } from '@tanstack/react-query';
import { CopyLine } from '@/components/stream/connection/copy-line';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Dialog, DialogContent, DialogDescription, DialogTitle } from '@/components/ui/dialog';
import { api } from '@/lib/browser/api/api-client';
import { messageOr } from '@/lib/browser/api/error-text';

interface PasswordLinkButtonProps {
  /** The member's. */
  id: string;
  name: string;
}

/** Makes a link that sets a member's new password, and shows it, once. */
export function PasswordLinkButton({ id, name }: PasswordLinkButtonProps) {
  const make = useMutation({
    mutationFn: async () => (await api('POST /members/{id}/password_reset_link', { params: { id } })).data.attributes,
  });
  return (
    <>
      <Button aria-label={`Password link for ${name}`} disabled={make.isPending} onClick={() => make.mutate()}>
        Password link
      </Button>
      <Dialog open={make.isSuccess || make.isError} onOpenChange={() => make.reset()}>
        <DialogContent>
          <DialogTitle className="wrap-anywhere">Password link for {name}</DialogTitle>
          <DialogDescription>
            The link sets a new password. It works once, within an hour, and is not shown again.
          </DialogDescription>
          {make.isError ? (
            <Alert variant="destructive">{messageOr(make.error, 'Failed to make a password link')}</Alert>
          ) : null}
          {make.isSuccess ? (
            <CopyLine label="Password link" value={`${location.origin}/reset-password#${make.data.secret}`} hideLabel />
          ) : null}
        </DialogContent>
      </Dialog>
    </>
  );
}
