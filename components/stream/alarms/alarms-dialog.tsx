'use client';

import type { FormEvent } from 'react';
import { FormActions } from '@/components/controls/form-actions';
import { Alert } from '@/components/ui/alert';
import { Dialog, DialogContent, DialogDescription, DialogTitle } from '@/components/ui/dialog';
import { detailsOr, messageOr } from '@/lib/browser/api/error-text';
import { useStreamMutations } from '@/lib/browser/data/use-streams';
import { alarmKinds } from '@/lib/contracts/alarms/alarm-kinds';
import type { MemberStreamJson } from '@/lib/contracts/streams';
import { AlarmFields } from './alarm-fields';
import { readAlarmForm } from './read-alarm-form';

export interface AlarmsDialogProps {
  stream: MemberStreamJson;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** A camera's alarm settings: which alarms are on, their delay, and their severity. */
export function AlarmsDialog({ stream, open, onOpenChange }: AlarmsDialogProps) {
  const { name, alarms } = stream.attributes;
  const { mutate, error, isPending, reset } = useStreamMutations().setAlarms;
  const change = (next: boolean) => {
    reset();
    onOpenChange(next);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const changes = readAlarmForm(new FormData(event.currentTarget));
    mutate({ id: stream.id, alarms: changes }, { onSuccess: () => onOpenChange(false) });
  };
  return (
    <Dialog open={open} onOpenChange={change}>
      <DialogContent className="sm:max-w-3xl">
        <DialogTitle>
          Alarms of <bdi>{name}</bdi>
        </DialogTitle>
        <DialogDescription>
          An alarm shows on the multiview, the event and the dashboard, in the camera's history and in webhooks.
        </DialogDescription>
        <form onSubmit={submit} className="flex flex-col gap-5">
          {error ? (
            <Alert variant="destructive">{detailsOr(error, messageOr(error, 'Failed to save the alarms'))}</Alert>
          ) : null}
          <div className="grid divide-y">
            {alarmKinds.map((kind) => (
              <AlarmFields key={kind} kind={kind} alarms={alarms} />
            ))}
          </div>
          <FormActions
            action="Save"
            isPending={isPending}
            className="-mx-6 -bottom-6 -mb-6 sticky border-t bg-floating px-6 py-4"
          />
        </form>
      </DialogContent>
    </Dialog>
  );
}
