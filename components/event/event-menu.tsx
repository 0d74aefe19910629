'use client';

import { BellOff, BellRing, ClipboardList, Film, RadioTower, Smartphone, Users } from 'lucide-react';
import Link from 'next/link';
import { type ComponentProps, type ReactElement, useState } from 'react';
import { InvitePhoneDialog } from '@/components/phones/invite-phone-dialog';
import { changeoverMinutes, useChangeover } from '@/components/stream/alarms/use-changeover';
import { TallyDialog } from '@/components/tally/sources/tally-dialog';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu';
import { useMay } from '@/lib/browser/api/use-may';
import { EventAlarmsDialog } from './event-alarms-dialog';

interface EventMenuProps {
  eventId: string;
  /** Opens and closes it; it is open when it mounts. */
  trigger: ReactElement<ComponentProps<'button'>>;
}

/** The menu of an event: its other pages, phones and tally. */
export function EventMenu({ eventId, trigger }: EventMenuProps) {
  const mayReport = useMay('reports.view');
  const mayInvite = useMay('phones.invite');
  const mayUpdate = useMay('events.update');
  const { begin } = useChangeover(eventId);
  const mayTally = useMay('tally_sources.create');
  const [opened, open] = useState<'invites' | 'tally' | 'alarms' | null>(null);
  const close = () => open(null);
  return (
    <>
      <DropdownMenu defaultOpen>
        <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
        {/* A dialog that the menu has opened keeps the focus. */}
        <DropdownMenuContent onCloseAutoFocus={(event) => opened && event.preventDefault()}>
          <DropdownMenuItem asChild>
            <Link href={`/events/${eventId}/recordings`} prefetch={false}>
              <Film aria-hidden className="text-muted" />
              Recordings
            </Link>
          </DropdownMenuItem>
          {mayReport ? (
            <DropdownMenuItem asChild>
              <Link href={`/events/${eventId}/report`} prefetch={false}>
                <ClipboardList aria-hidden className="text-muted" />
                Report
              </Link>
            </DropdownMenuItem>
          ) : null}
          {mayInvite ? (
            <>
              <DropdownMenuItem onSelect={() => open('invites')}>
                <Smartphone aria-hidden className="text-muted" />
                Invite a phone
              </DropdownMenuItem>
              <DropdownMenuItem asChild>
                <Link href={`/events/${eventId}/crew`} prefetch={false}>
                  <Users aria-hidden className="text-muted" />
                  Crew
                </Link>
              </DropdownMenuItem>
            </>
          ) : null}
          {mayTally ? (
            <DropdownMenuItem onSelect={() => open('tally')}>
              <RadioTower aria-hidden className="text-muted" />
              Tally
            </DropdownMenuItem>
          ) : null}
          {mayUpdate ? (
            <>
              <DropdownMenuItem onSelect={() => open('alarms')}>
                <BellRing aria-hidden className="text-muted" />
                Alarms of all cameras
              </DropdownMenuItem>
              <DropdownMenuItem onSelect={begin}>
                <BellOff aria-hidden className="text-muted" />
                Changeover: quiet for {changeoverMinutes} min
              </DropdownMenuItem>
            </>
          ) : null}
        </DropdownMenuContent>
      </DropdownMenu>
      {opened === 'invites' ? <InvitePhoneDialog eventId={eventId} onClose={close} /> : null}
      {opened === 'alarms' ? <EventAlarmsDialog eventId={eventId} onClose={close} /> : null}
      {opened === 'tally' ? <TallyDialog eventId={eventId} onClose={close} /> : null}
    </>
  );
}
