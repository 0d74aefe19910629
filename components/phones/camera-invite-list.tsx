'use client';

import { useState } from 'react';
import { Confirm } from '@/components/controls/confirm';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { messageOr } from '@/lib/browser/api/error-text';
import { useCameraInviteMutations } from '@/lib/browser/data/use-camera-invites';
import type { CameraInviteJson } from '@/lib/contracts/camera-invites';
import { cameraInviteState, isInviteOpen } from './camera-invite-words';

interface CameraInviteListProps {
  eventId: string;
  invites: CameraInviteJson[];
  onShow: (id: string) => void;
}

/** The camera invites of an event, the newest first. */
export function CameraInviteList({ eventId, invites, onShow }: CameraInviteListProps) {
  const { revoke } = useCameraInviteMutations(eventId);
  const [asked, setAsked] = useState<CameraInviteJson | null>(null);
  if (invites.length === 0) return null;
  return (
    <>
      {revoke.isError ? (
        <Alert variant="destructive">{messageOr(revoke.error, 'Failed to revoke the invite')}</Alert>
      ) : null}
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
