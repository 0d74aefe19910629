'use client';

import { AlignEndVertical, BellOff, BellRing, RadioTower, Smartphone } from 'lucide-react';
import { type ComponentProps, type ReactElement, useState } from 'react';
import { Field } from '@/components/controls/field';
import { InvitePhoneDialog } from '@/components/phones/invite-phone-dialog';
import { AlarmForm } from '@/components/stream/alarms/alarm-form';
import { changeoverMinutes, useChangeover } from '@/components/stream/alarms/quiet-alarms';
import { TallyDialog } from '@/components/tally/sources/tally-dialog';
import { Dialog, DialogContent, DialogDescription, DialogTitle } from '@/components/ui/dialog';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu';
import { useMay } from '@/lib/browser/api/use-may';
import { useEvent, useEventMutations } from '@/lib/browser/data/use-events';
import { InStepDialog } from './in-step-dialog';
import { fromField, toField } from './times/event-times';

interface EventMenuProps {
  eventId: string;
  /** Opens and closes it; it is open when it mounts. */
  trigger: ReactElement<ComponentProps<'button'>>;
}

/** The menu of an event: phones, tally, players and alarms. */
export function EventMenu({ eventId, trigger }: EventMenuProps) {
  const mayInvite = useMay('phones.invite');
  const mayUpdate = useMay('events.update');
  const { begin } = useChangeover(eventId);
  const mayTally = useMay('tally_sources.create');
  const [opened, open] = useState<'invites' | 'tally' | 'alarms' | 'players' | null>(null);
  const close = () => open(null);
  return (
    <>
      <DropdownMenu defaultOpen>
        <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
        {/* A dialog that the menu has opened keeps the focus. */}
        <DropdownMenuContent onCloseAutoFocus={(event) => opened && event.preventDefault()}>
          {mayInvite ? (
            <DropdownMenuItem onSelect={() => open('invites')}>
              <Smartphone aria-hidden className="text-muted" />
              Invite a phone
            </DropdownMenuItem>
          ) : null}
          {mayTally ? (
            <DropdownMenuItem onSelect={() => open('tally')}>
              <RadioTower aria-hidden className="text-muted" />
              Tally
            </DropdownMenuItem>
          ) : null}
          {mayUpdate ? (
            <>
              <DropdownMenuItem onSelect={() => open('players')}>
                <AlignEndVertical aria-hidden className="text-muted" />
                Keep players in step
              </DropdownMenuItem>
              <DropdownMenuItem onSelect={() => open('alarms')}>
                <BellRing aria-hidden className="text-muted" />
                Alarms of all cameras
              </DropdownMenuItem>
              <DropdownMenuItem onSelect={begin}>
                <BellOff aria-hidden className="text-muted" />
                Mute alarms for {changeoverMinutes} min
              </DropdownMenuItem>
            </>
          ) : null}
        </DropdownMenuContent>
      </DropdownMenu>
      {opened === 'invites' ? <InvitePhoneDialog eventId={eventId} onClose={close} /> : null}
      {opened === 'alarms' ? <EventAlarmsDialog eventId={eventId} onClose={close} /> : null}
      {opened === 'players' ? <InStepDialog eventId={eventId} onClose={close} /> : null}
      {opened === 'tally' ? <TallyDialog eventId={eventId} onClose={close} /> : null}
    </>
  );
}

interface EventAlarmsDialogProps {
  eventId: string;
  onClose: () => void;
}

/** The alarm settings of all cameras of an event, and until when its alarms are quiet. */
function EventAlarmsDialog({ eventId, onClose }: EventAlarmsDialogProps) {
  const { data: event } = useEvent(eventId);
  const { mutate, error, isPending } = useEventMutations().setAlarms;
  if (!event) return null;
  const { alarms, alarms_muted_until: mutedUntil } = event.attributes;
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent className="sm:max-w-3xl">
        <DialogTitle>Alarms of all cameras</DialogTitle>
        <DialogDescription>
          Save gives these alarms to every camera of the event, and to each one that is added.
        </DialogDescription>
        <AlarmForm
          alarms={alarms}
          error={error}
          isPending={isPending}
          onSave={(changes, form) => {
            const until = fromField(form.get('muted_until'));
            mutate({ id: eventId, alarms: changes, alarms_muted_until: until }, { onSuccess: onClose });
          }}
        >
          <Field
            label="Quiet until (optional)"
            name="muted_until"
            type="datetime-local"
            hint="Until then no alarm is raised; at most a day ahead."
            defaultValue={toField(mutedUntil !== null && Date.parse(mutedUntil) > Date.now() ? mutedUntil : null)}
            className="sm:max-w-72"
          />
        </AlarmForm>
      </DialogContent>
    </Dialog>
  );
}
