import { type ReactNode, useId, useState } from 'react';
import { cn } from '@/components/ui/cn';
import { Input } from '@/components/ui/input';
import { Label } from '@/components/ui/label';
import { Select } from '@/components/ui/select';
import {
  type AlarmKind,
  belowPercentLimits,
  clippingLimitsDbfs,
  delayLimits,
  type Limits,
  silenceLevelsDbfs,
} from '@/lib/contracts/alarms/alarm-kinds';
import type { AlarmSettings } from '@/lib/contracts/alarms/alarms';
import { alarmWords } from './alarm-words';

/** Describes each alarm, and the cases where it deliberately stays silent. */
const notes: Record<AlarmKind, string> = {
  no_picture: 'Nothing arrives from a camera that was live.',
  black: 'Nothing in the picture is brighter than black.',
  frozen: 'Every frame is identical. Turn off for slides and test cards.',
  low_frame_rate: 'Fewer frames than this camera usually sends.',
  silent: 'Nothing louder than this level.',
  clipping: 'Peaks at this level, where sound distorts.',
};

/** The fields of one alarm; see readAlarmForm for their names. */
export function AlarmFields({ kind, alarms }: { kind: AlarmKind; alarms: AlarmSettings }) {
  const { is_on: wasOn, severity, delay_seconds: delay } = alarms[kind];
  const [isOn, setOn] = useState(wasOn);
  return (
    <fieldset className="grid gap-x-6 gap-y-2 py-3 md:grid-cols-[1fr_auto] md:items-center">
      <legend className="sr-only">{alarmWords[kind]}</legend>
      <div className="grid gap-1">
        <label className="flex min-h-8 items-center gap-2.5 font-medium pointer-coarse:min-h-11">
          <input
            type="checkbox"
            name={`${kind}.is_on`}
            checked={isOn}
            onChange={({ currentTarget: { checked } }) => setOn(checked)}
            className="size-4 accent-ink"
          />
          {alarmWords[kind]}
        </label>
        <p className="pl-6.5 text-muted text-sm">{notes[kind]}</p>
      </div>
      {isOn ? (
        <div className="flex flex-wrap items-end gap-3 pl-6.5 md:grid md:grid-cols-[6.5rem_9.5rem_8rem] md:pl-0">
          <NumberField
            label={kind === 'clipping' ? 'In ten seconds' : 'After'}
            unit="s"
            name={`${kind}.delay_seconds`}
            value={delay}
            limits={delayLimits[kind]}
          />
          <Threshold kind={kind} alarms={alarms} />
          <Choice label="Severity" name={`${kind}.severity`} value={severity} className="md:col-start-3">
            <option value="warning">Warning</option>
            <option value="critical">Critical</option>
          </Choice>
        </div>
      ) : null}
    </fieldset>
  );
}

function Threshold({ kind, alarms: { low_frame_rate, silent, clipping } }: { kind: AlarmKind; alarms: AlarmSettings }) {
  switch (kind) {
    case 'low_frame_rate':
      return (
        <NumberField
          label="Below"
          unit="% of usual"
          name="low_frame_rate.below_percent"
          value={low_frame_rate.below_percent}
          limits={belowPercentLimits}
        />
      );
    case 'silent':
      return (
        <Choice label="Below" name="silent.below_dbfs" value={silent.below_dbfs}>
          {silenceLevelsDbfs.map((level) => (
            <option key={level} value={level}>{`−${-level} dBFS`}</option>
          ))}
        </Choice>
      );
    case 'clipping':
      return (
        <NumberField
          label="From"
          unit="dBFS"
          name="clipping.from_dbfs"
          value={clipping.from_dbfs}
          limits={clippingLimitsDbfs}
          step={0.1}
        />
      );
    default:
      return null;
  }
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
          min={limits.least}
          max={limits.most}
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
