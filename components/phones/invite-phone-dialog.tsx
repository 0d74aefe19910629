'use client';

import { useState } from 'react';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Dialog, DialogContent, DialogDescription, DialogTitle, DialogTrigger } from '@/components/ui/dialog';
import { Skeleton } from '@/components/ui/skeleton';
import { messageOr } from '@/lib/browser/api/error-text';
import { useCameraInvites } from '@/lib/browser/data/use-camera-invites';
import { CameraInviteCode } from './camera-invite-code';
import { CameraInviteList } from './camera-invite-list';
import { NewCameraInvite } from './new-camera-invite';

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
      <div className="grid gap-1">
        <DialogTitle>Invite a phone</DialogTitle>
        <DialogDescription>
          Scan a code with a phone to make it a camera of this event. No app or account needed.
        </DialogDescription>
      </div>
      <Button variant="primary" size="form" className="justify-self-start" onClick={() => setAdding(true)}>
        New invite
      </Button>
      {invites.isError && !invites.data ? (
        <Alert variant="destructive">{messageOr(invites.error, 'Failed to load invites')}</Alert>
      ) : null}
      {invites.isPending ? <Skeleton className="h-20 rounded-lg" /> : null}
      {invites.data ? <CameraInviteList eventId={eventId} invites={invites.data} onShow={setShownId} /> : null}
    </>
  );
}
