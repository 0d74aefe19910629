'use client';

import type { FormEvent } from 'react';
import { Field } from '@/components/controls/field';
import { SelectField } from '@/components/controls/select-field';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { DialogDescription, DialogFooter, DialogTitle } from '@/components/ui/dialog';
import { detailsOr, messageOr } from '@/lib/browser/api/error-text';
import { useCameraInviteMutations } from '@/lib/browser/data/use-camera-invites';

const hourMs = 3_600_000;
const lifetimes = [
  { hours: 1, text: '1 hour' },
  { hours: 12, text: '12 hours' },
  { hours: 24, text: '1 day' },
  { hours: 24 * 7, text: '1 week' },
];

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
        expires_at: new Date(Date.now() + Number(form.get('hours')) * hourMs).toISOString(),
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
          <SelectField label="Open for" name="hours" defaultValue={24}>
            {lifetimes.map(({ hours, text }) => (
              <option key={hours} value={hours}>
                {text}
              </option>
            ))}
          </SelectField>
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
