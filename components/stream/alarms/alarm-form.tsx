import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { FormActions } from '@/components/controls/dialog-form';
import { FormFailure } from '@/components/controls/failure';
import { Checkbox } from '@/components/controls/field';
import { cn } from '@/components/ui/cn';
import { Input, Label, Select } from '@/components/ui/input';
import {
  type AlarmChanges,
  type AlarmKind,
  type AlarmSettings,
  alarmKinds,
  alarmRow,
  type Limits,
  type Threshold,
} from '@/lib/contracts/alarms/alarm-kinds';

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
      <FormFailure error={error} text="Failed to save the alarms" />
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

/**
 * Reads the settings from a form whose fields are named `kind.setting`. Skips the other fields of an alarm that is off,
 * because they are hidden.
 */
export function readAlarmForm(form: FormData): AlarmChanges {
  const read = (kind: AlarmKind) => {
    if (!form.has(`${kind}.is_on`)) return { is_on: false };
    const fields = [...form].filter(([name]) => name.startsWith(`${kind}.`));
    return Object.fromEntries(
      fields.map(([name, value]) => [name.slice(kind.length + 1), settingOf(name, String(value))]),
    );
  };
  return Object.fromEntries(alarmKinds.map((kind) => [kind, read(kind)]));
}

function settingOf(name: string, value: string): string | number | boolean {
  if (name.endsWith('.is_on')) return true;
  return name.endsWith('.severity') ? value : Number(value);
}

/** The fields of one alarm; see readAlarmForm for their names. */
function AlarmFields({ kind, alarms }: { kind: AlarmKind; alarms: AlarmSettings }) {
  const settings = alarms[kind];
  const values: Record<string, boolean | number | string> = settings;
  const { words, note, delay, threshold } = alarmRow(kind);
  const [isOn, setOn] = useState(settings.is_on);
  return (
    <fieldset className="grid gap-x-6 gap-y-2 py-3 md:grid-cols-[1fr_auto] md:items-center">
      <legend className="sr-only">{words}</legend>
      <div className="grid gap-1">
        <Checkbox
          label={words}
          name={`${kind}.is_on`}
          checked={isOn}
          onChange={({ currentTarget: { checked } }) => setOn(checked)}
          className="font-medium"
        />
        <p className="pl-6.5 text-muted text-sm">{note}</p>
      </div>
      {isOn ? (
        <div className="flex flex-wrap items-end gap-3 pl-6.5 md:grid md:grid-cols-[6.5rem_9.5rem_8rem] md:pl-0">
          <NumberField
            label={delay.label ?? 'After'}
            unit="s"
            name={`${kind}.delay_seconds`}
            value={settings.delay_seconds}
            limits={delay}
          />
          {threshold ? (
            <ThresholdField
              threshold={threshold}
              name={`${kind}.${threshold.name}`}
              value={Number(values[threshold.name])}
            />
          ) : null}
          <Choice label="Severity" name={`${kind}.severity`} value={settings.severity} className="md:col-start-3">
            <option value="warning">Warning</option>
            <option value="critical">Critical</option>
          </Choice>
        </div>
      ) : null}
    </fieldset>
  );
}

interface ThresholdFieldProps {
  threshold: Threshold;
  name: string;
  value: number;
}

function ThresholdField({ threshold: { label, unit, limits, step, levels = [] }, ...input }: ThresholdFieldProps) {
  if (limits) return <NumberField label={label} unit={unit} limits={limits} step={step} {...input} />;
  return (
    <Choice label={label} {...input}>
      {levels.map((level) => (
        <option key={level} value={level}>{`−${-level} ${unit}`}</option>
      ))}
    </Choice>
  );
}

interface NumberFieldProps {
  label: string;
  unit: string;
  name: string;
  value: number;
  limits: Limits;
  step?: number;
}

function NumberField({ label, unit, value, limits, ...input }: NumberFieldProps) {
  const id = useId();
  return (
    <div className="grid gap-1">
      <Label htmlFor={id} className="text-sm">
        {label}
      </Label>
      <span className="flex items-center gap-1.5 text-muted text-sm whitespace-nowrap">
        <Input
          id={id}
          type="number"
          defaultValue={value}
          min={limits.min}
          max={limits.max}
          required
          className="w-20"
          {...input}
        />
        {unit}
      </span>
    </div>
  );
}

interface ChoiceProps {
  label: string;
  name: string;
  value: string | number;
  className?: string;
  children: ReactNode;
}

function Choice({ label, name, value, className, children }: ChoiceProps) {
  const id = useId();
  return (
    <div className={cn('grid gap-1', className)}>
      <Label htmlFor={id} className="text-sm">
        {label}
      </Label>
      <Select id={id} name={name} defaultValue={value} className="w-32">
        {children}
      </Select>
    </div>
  );
}
