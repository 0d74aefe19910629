import { type AlarmKind, alarmKinds } from '@/lib/contracts/alarms/alarm-kinds';
import type { AlarmChanges } from '@/lib/contracts/alarms/alarms';

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
