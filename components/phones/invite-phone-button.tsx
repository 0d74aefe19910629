'use client';

import { Smartphone } from 'lucide-react';
import { LazyPopup } from '@/components/shell/lazy-popup';
import { Button } from '@/components/ui/button';

const loadInvitePhoneDialog = () => import('./invite-phone-dialog').then(({ InvitePhoneDialog }) => InvitePhoneDialog);

/** Opens the camera invites of an event: links and codes that make phones its cameras. */
export function InvitePhoneButton({ eventId }: { eventId: string }) {
  return (
    <LazyPopup
      kind="dialog"
      props={{ eventId }}
      load={loadInvitePhoneDialog}
      trigger={
        <Button className="max-sm:flex-1">
          <Smartphone aria-hidden />
          Invite a phone
        </Button>
      }
    />
  );
}
