import type { FormEvent, ReactNode } from 'react';
import { FormActions } from '@/components/controls/form-actions';
import { Alert } from '@/components/ui/alert';
import { detailsOr, messageOr } from '@/lib/browser/api/error-text';
import { alarmKinds } from '@/lib/contracts/alarms/alarm-kinds';
import type { AlarmChanges, AlarmSettings } from '@/lib/contracts/alarms/alarms';
import { AlarmFields } from './alarm-fields';
import { readAlarmForm } from './read-alarm-form';

interface AlarmFormProps {
  /** The settings at first. */
  alarms: AlarmSettings;
  error: unknown;
  isPending: boolean;
  /** @param form with the fields of `children` */
  onSave: (alarms: AlarmChanges, form: FormData) => void;
  /** Fields above those of the alarms. */
  children?: ReactNode;
}

/** The form of alarm settings: which alarms are on, their delay, and their severity. */
export function AlarmForm({ alarms, error, isPending, onSave, children }: AlarmFormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    onSave(readAlarmForm(form), form);
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-5">
      {error ? (
        <Alert variant="destructive">{detailsOr(error, messageOr(error, 'Failed to save the alarms'))}</Alert>
      ) : null}
      {children}
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
  );
}
