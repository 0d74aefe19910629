import { alarmKinds } from './alarm-kinds';
import { type AlarmChanges, type AlarmSettings, alarmSettingsSchema } from './alarms';

/** Stored alarm settings with changes applied. */
export function withAlarmChanges(stored: unknown, changes: AlarmChanges): AlarmSettings {
  const before = alarmSettingsSchema.parse(stored);
  const merged = alarmKinds.map((kind) => [kind, { ...before[kind], ...changes[kind] }]);
  return alarmSettingsSchema.parse(Object.fromEntries(merged));
}
