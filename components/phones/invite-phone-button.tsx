'use client';

import { Smartphone } from 'lucide-react';
import { LazyPopup } from '@/components/shell/lazy-popup';
import { Button } from '@/components/ui/button';

const loadInvitePhoneDialog = () => import('./invite-phone-dialog').then(({ InvitePhoneDialog }) => InvitePhoneDialog);

interface InvitePhoneButtonProps {
  eventId: string;
  variant?: 'outline' | 'ghost';
  className?: string;
}

/** Opens the camera invites of an event: links and codes that make phones its cameras. */
export function InvitePhoneButton({ eventId, variant = 'outline', className }: InvitePhoneButtonProps) {
  return (
    <LazyPopup
      kind="dialog"
      props={{ eventId }}
      load={loadInvitePhoneDialog}
      trigger={
        <Button variant={variant} className={className}>
          <Smartphone aria-hidden />
          Invite a phone
        </Button>
      }
    />
  );
}
