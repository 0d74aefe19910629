'use client';

import { type FormEvent, useState } from 'react';
import { Confirm } from '@/components/controls/confirm';
import { Failure, FormFailure, Loading } from '@/components/controls/failure';
import { Field } from '@/components/controls/field';
import { LinkLifetime, linkExpiryOf } from '@/components/controls/link-lifetime';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { Dialog, DialogContent, DialogFooter, DialogHeading, DialogTrigger } from '@/components/ui/dialog';
import { useCameraInviteMutations, useCameraInvites } from '@/lib/browser/data/use-camera-invites';
import type { CameraInviteJson } from '@/lib/contracts/camera-invites';
import { lengths } from '@/lib/contracts/limits';
import { CameraInviteCode, cameraInviteState, isInviteOpen } from './camera-invite-code';

interface InvitePhoneDialogProps {
  eventId: string;
  /** Opens and closes it; it is open when it mounts. A menu that opens it has none. */
  trigger?: React.ReactElement;
  onClose?: () => void;
}

/** The links and codes that make phones cameras of an event. */
export function InvitePhoneDialog({ eventId, trigger, onClose }: InvitePhoneDialogProps) {
  return (
    <Dialog defaultOpen onOpenChange={(isOpen) => isOpen || onClose?.()}>
      {trigger ? <DialogTrigger asChild>{trigger}</DialogTrigger> : null}
      <DialogContent className="max-w-lg">
        <Invites eventId={eventId} />
      </DialogContent>
    </Dialog>
  );
}

function Invites({ eventId }: { eventId: string }) {
  const invites = useCameraInvites(eventId);
  const [isAdding, setAdding] = useState(false);
  const [shownId, setShownId] = useState<string | null>(null);
  const shown = invites.data?.find(({ id }) => id === shownId);
  if (isAdding) {
    return (
      <NewCameraInvite
        eventId={eventId}
        onDone={(id) => {
          setShownId(id);
          setAdding(false);
        }}
      />
    );
  }
  if (shown) return <CameraInviteCode invite={shown} onBack={() => setShownId(null)} />;
  return (
    <>
      <DialogHeading title="Invite a phone">
        Scan a code with a phone to make it a camera of this event. No app or account needed.
      </DialogHeading>
      <Button variant="primary" size="form" className="justify-self-start" onClick={() => setAdding(true)}>
        New invite
      </Button>
      <Loading query={invites} failure="Failed to load invites" className="h-20 rounded-lg" />
      {invites.data ? <CameraInviteList eventId={eventId} invites={invites.data} onShow={setShownId} /> : null}
    </>
  );
}

interface CameraInviteListProps {
  eventId: string;
  invites: CameraInviteJson[];
  onShow: (id: string) => void;
}

/** The camera invites of an event, the newest first. */
function CameraInviteList({ eventId, invites, onShow }: CameraInviteListProps) {
  const { revoke } = useCameraInviteMutations(eventId);
  const [asked, setAsked] = useState<CameraInviteJson | null>(null);
  if (invites.length === 0) return null;
  return (
    <>
      <Failure error={revoke.error} text="Failed to revoke the invite" />
      <ul aria-label="Camera invites" className="divide-y rounded-lg border">
        {invites.map(({ id, attributes }) => {
          const { label } = attributes;
          const isOpen = isInviteOpen(attributes, Date.now());
          return (
            <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-2 p-4">
              <div className="grid min-w-40 flex-1 gap-0.5">
                <p dir="auto" className={cn('truncate font-medium', !isOpen && 'text-muted')}>
                  {label}
                </p>
                <p className="text-muted text-sm">{cameraInviteState(attributes, Date.now())}</p>
              </div>
              <div className="flex gap-2">
                {attributes.path ? (
                  <Button aria-label={`Show the code of ${label}`} onClick={() => onShow(id)}>
                    Show code
                  </Button>
                ) : null}
                {attributes.revoked_at === null ? (
                  <Button
                    aria-label={`Revoke ${label}`}
                    onClick={() => setAsked(invites.find((invite) => invite.id === id) ?? null)}
                  >
                    Revoke
                  </Button>
                ) : null}
              </div>
            </li>
          );
        })}
      </ul>
      <Confirm
        open={asked !== null}
        onOpenChange={() => setAsked(null)}
        question={`Revoke ${asked?.attributes.label}?`}
        consequence="Phones that joined by this invite stop filming at once and cannot come back."
        action="Revoke"
        onConfirm={() => asked && revoke.mutate(asked.id)}
      />
    </>
  );
}

interface NewCameraInviteProps {
  eventId: string;
  /** @param id the new invite; null when nothing was made */
  onDone: (id: string | null) => void;
}

/** The form that makes a camera invite. */
function NewCameraInvite({ eventId, onDone }: NewCameraInviteProps) {
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
      <DialogHeading title="New invite">Each phone becomes one camera, under this label.</DialogHeading>
      <form onSubmit={submit} className="grid gap-4">
        <FormFailure error={create.error} text="Failed to create the invite" />
        <Field label="Label" name="label" placeholder="Balcony" maxLength={lengths.name.max} required autoFocus />
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
