'use client';

import { Smartphone } from 'lucide-react';
import { LazyPopup, type Popup } from '@/components/shell/lazy-popup';
import { Button } from '@/components/ui/button';

/** Opens the camera invites of an event: links and codes that make phones its cameras. */
export function InvitePhoneButton({ eventId }: { eventId: string }) {
  const load = async (): Promise<Popup> => {
    const { InvitePhoneDialog } = await import('./invite-phone-dialog');
    return ({ trigger }) => <InvitePhoneDialog eventId={eventId} trigger={trigger} />;
  };
  return (
    <LazyPopup
      kind="dialog"
      load={load}
      trigger={
        <Button className="max-sm:flex-1">
          <Smartphone aria-hidden />
          Invite a phone
        </Button>
      }
    />
  );
}
