'use client';

import type { FormEvent } from 'react';
import { Field } from '@/components/controls/field';
import { LinkLifetime, linkExpiryOf } from '@/components/controls/link-lifetime';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { DialogDescription, DialogFooter, DialogTitle } from '@/components/ui/dialog';
import { detailsOr, messageOr } from '@/lib/browser/api/error-text';
import { useCameraInviteMutations } from '@/lib/browser/data/use-camera-invites';

interface NewCameraInviteProps {
  eventId: string;
  /** @param id the new invite; null when nothing was made */
  onDone: (id: string | null) => void;
}

/** The form that makes a camera invite. */
export function NewCameraInvite({ eventId, onDone }: NewCameraInviteProps) {
  const { create } = useCameraInviteMutations(eventId);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    create.mutate(
      {
        label: String(form.get('label') ?? ''),
        max_uses: Number(form.get('phones')),
        expires_at: linkExpiryOf(form),
      },
      { onSuccess: ({ id }) => onDone(id) },
    );
  };
  return (
    <>
      <div className="grid gap-1">
        <DialogTitle>New invite</DialogTitle>
        <DialogDescription>Each phone becomes one camera, under this label.</DialogDescription>
      </div>
      <form onSubmit={submit} className="grid gap-4">
        {create.isError ? (
          <Alert variant="destructive">
            {detailsOr(create.error, messageOr(create.error, 'Failed to create the invite'))}
          </Alert>
        ) : null}
        <Field label="Label" name="label" placeholder="Balcony" maxLength={120} required autoFocus />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Phones" name="phones" type="number" min={1} max={100} defaultValue={1} required />
          <LinkLifetime />
        </div>
        <DialogFooter>
          <Button size="form" onClick={() => onDone(null)}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" size="form" disabled={create.isPending}>
            Create invite
          </Button>
        </DialogFooter>
      </form>
    </>
  );
}
