'use client';

import { Field } from '@/components/controls/field';
import { AlarmForm } from '@/components/stream/alarms/alarm-form';
import { Dialog, DialogContent, DialogDescription, DialogTitle } from '@/components/ui/dialog';
import { useEvent, useEventMutations } from '@/lib/browser/data/use-events';
import { fromField, toField } from './times/event-times';

interface EventAlarmsDialogProps {
  eventId: string;
  onClose: () => void;
}

/** The alarm settings of all cameras of an event, and until when its alarms are quiet. */
export function EventAlarmsDialog({ eventId, onClose }: EventAlarmsDialogProps) {
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
