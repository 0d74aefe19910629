import { z } from 'zod';
import {
  type AlarmKind,
  alarmSeverities,
  belowPercentLimits,
  clippingLimitsDbfs,
  delayLimits,
  type Limits,
  silenceLevelsDbfs,
} from './alarm-kinds';

const delayOf = (kind: AlarmKind) => {
  const { least, most } = delayLimits[kind];
  const message = `Delay must be a whole number of seconds from ${least} to ${most}.`;
  return z.int(message).min(least, message).max(most, message);
};
const numberWithin = (name: string, { least, most }: Limits) => {
  const message = `${name} must be a number from ${least} to ${most}.`;
  return z.number(message).min(least, message).max(most, message);
};

const is_on = z.boolean('is_on must be true or false.');
const severity = z.enum(alarmSeverities, 'Severity must be warning or critical.');
const below_dbfs = z.literal(silenceLevelsDbfs, `Silence must be one of ${silenceLevelsDbfs.join(', ')} dBFS.`);

/** The settings of each alarm. Delays are seconds that the fault lasts before it is an alarm. */
const settings = {
  no_picture: { is_on, severity, delay_seconds: delayOf('no_picture') },
  black: { is_on, severity, delay_seconds: delayOf('black') },
  frozen: { is_on, severity, delay_seconds: delayOf('frozen') },
  low_frame_rate: {
    is_on,
    severity,
    delay_seconds: delayOf('low_frame_rate'),
    below_percent: numberWithin('below_percent', belowPercentLimits).describe("Of the camera's usual frame rate."),
  },
  silent: { is_on, severity, delay_seconds: delayOf('silent'), below_dbfs },
  clipping: {
    is_on,
    severity,
    delay_seconds: delayOf('clipping').describe('Seconds with clipping, of the last ten.'),
    from_dbfs: numberWithin('from_dbfs', clippingLimitsDbfs),
  },
};

const { no_picture, black, frozen, low_frame_rate, silent, clipping } = settings;
const on = { is_on: is_on.default(true), severity: severity.default('warning') };

/** The alarm settings of a stream, with defaults for those never set. */
export const alarmSettingsSchema = z.object({
  no_picture: z
    .object({ ...on, severity: severity.default('critical'), delay_seconds: no_picture.delay_seconds.default(2) })
    .prefault({}),
  black: z.object({ ...on, delay_seconds: black.delay_seconds.default(2) }).prefault({}),
  frozen: z.object({ ...on, delay_seconds: frozen.delay_seconds.default(2) }).prefault({}),
  low_frame_rate: z
    .object({
      ...on,
      delay_seconds: low_frame_rate.delay_seconds.default(3),
      below_percent: low_frame_rate.below_percent.default(70),
    })
    .prefault({}),
  // An open microphone's noise floor lies above −60 dBFS.
  silent: z
    .object({ ...on, delay_seconds: silent.delay_seconds.default(2), below_dbfs: silent.below_dbfs.default(-60) })
    .prefault({}),
  // FFmpeg's AAC encoder, which OBS uses too, limits clipped audio to 0.95 of full scale (−0.45 dBFS).
  clipping: z
    .object({ ...on, delay_seconds: clipping.delay_seconds.default(3), from_dbfs: clipping.from_dbfs.default(-0.5) })
    .prefault({}),
});
export type AlarmSettings = z.infer<typeof alarmSettingsSchema>;

/** A change of a stream's alarms. Omitted fields keep their values. */
export const alarmChangesSchema = z.object(
  {
    no_picture: z.object(no_picture).partial().optional(),
    black: z.object(black).partial().optional(),
    frozen: z.object(frozen).partial().optional(),
    low_frame_rate: z.object(low_frame_rate).partial().optional(),
    silent: z.object(silent).partial().optional(),
    clipping: z.object(clipping).partial().optional(),
  },
  'Alarms must be an object.',
);
export type AlarmChanges = z.infer<typeof alarmChangesSchema>;

/** The alarm settings of a new stream. */
export const defaultAlarms: AlarmSettings = alarmSettingsSchema.parse({});

/** Stored alarm settings. Falls back to the defaults if this version cannot read them. */
export const storedAlarmsSchema = alarmSettingsSchema.catch(defaultAlarms);

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
