import { z } from 'zod';
import {
  type AlarmChanges,
  type AlarmKind,
  type AlarmSettings,
  alarmKinds,
  alarmRow,
  alarmSeverities,
  type Limits,
  type Threshold,
} from './alarm-kinds';

const described = <Schema extends z.ZodType>(schema: Schema, description: string | undefined): Schema =>
  description === undefined ? schema : schema.describe(description);

const numberWithin = (number: z.ZodNumber, { min, max }: Limits, message: string) =>
  number.min(min, message).max(max, message);

/** The settings of an alarm by their names, each with its default. */
function settingsOf(kind: AlarmKind): Record<string, [schema: z.ZodType, fallback: unknown]> {
  const { severity, delay, threshold } = alarmRow(kind);
  const delayMessage = `Delay must be a whole number of seconds from ${delay.min} to ${delay.max}.`;
  const delaySchema = numberWithin(z.int(delayMessage), delay, delayMessage);
  return {
    is_on: [z.boolean('is_on must be true or false.'), true],
    severity: [z.enum(alarmSeverities, `Severity must be ${alarmSeverities.join(' or ')}.`), severity],
    delay_seconds: [described(delaySchema, delay.description), delay.default],
    ...(threshold && { [threshold.name]: [thresholdSchema(threshold), threshold.default] }),
  };
}

function thresholdSchema({ noun, limits, levels = [], description }: Threshold): z.ZodType {
  if (!limits) return described(z.literal(levels, `${noun} must be one of ${levels.join(', ')} dBFS.`), description);
  const message = `${noun} must be a number from ${limits.min} to ${limits.max}.`;
  return described(numberWithin(z.number(message), limits, message), description);
}

const byKind = (schemaOf: (settings: ReturnType<typeof settingsOf>) => z.ZodType) =>
  Object.fromEntries(alarmKinds.map((kind) => [kind, schemaOf(settingsOf(kind))]));

const mapped = (settings: ReturnType<typeof settingsOf>, change: (schema: z.ZodType, fallback: unknown) => z.ZodType) =>
  Object.fromEntries(Object.entries(settings).map(([name, [schema, fallback]]) => [name, change(schema, fallback)]));

/** The alarm settings of a stream, with defaults for those never set. */
export const alarmSettingsSchema = z.object(
  byKind((settings) => z.object(mapped(settings, (schema, fallback) => schema.default(fallback))).prefault({})),
) as unknown as z.ZodType<AlarmSettings>;

/** A change of a stream's alarms. Omitted fields keep their values. */
export const alarmChangesSchema = z.object(
  byKind((settings) => z.object(mapped(settings, (schema) => schema.optional())).optional()),
  'Alarms must be an object.',
) as unknown as z.ZodType<AlarmChanges>;

/** The alarm settings of a new stream. */
export const defaultAlarms: AlarmSettings = alarmSettingsSchema.parse({});

/** Stored alarm settings. Falls back to the defaults if this version cannot read them. */
export const storedAlarmsSchema = alarmSettingsSchema.catch(defaultAlarms);

/** Stored alarm settings with changes applied. */
export function withAlarmChanges(stored: unknown, changes: AlarmChanges): AlarmSettings {
  const before = alarmSettingsSchema.parse(stored);
  const merged = alarmKinds.map((kind) => [kind, { ...before[kind], ...changes[kind] }]);
  return alarmSettingsSchema.parse(Object.fromEntries(merged));
}

/** A user's or API token's acknowledgement of an alarm. */
export const acknowledgementSchema = z.object({
  /** The name of the user or of the API token. */
  by: z.string(),
  at: z.iso.datetime(),
});

/** The acknowledged alarms of a stream, by the finding's code; they hold for a finding that began then. */
export const storedAcknowledgementsSchema = z.record(
  z.string(),
  acknowledgementSchema.extend({ since: z.iso.datetime() }),
);

/** Body of POST /streams/{id}/acknowledge. */
export const acknowledgeInputSchema = z.object({
  alarm: z.object(
    {
      code: z.string('Code is required.'),
      since: z.iso.datetime('since must be the time at which the alarm began.'),
    },
    'Alarm is required.',
  ),
});
export type AcknowledgeInput = z.infer<typeof acknowledgeInputSchema>;
