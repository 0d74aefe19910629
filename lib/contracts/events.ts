import { z } from 'zod';
import { playersDelayLimitsMs } from '../core/players-delay';
import { isTimeZone } from '../core/time-zone';
import { alarmChangesSchema, alarmSettingsSchema } from './alarms/alarms';
import { arrangementSchema, directedFields } from './arrangement';
import { floorPlanSchema } from './floor-plan';
import { nameSchema } from './name-schema';
import { tokenWords } from './participants';

const eventName = nameSchema('Event name');

const timeSchema = (field: string) =>
  z.iso
    .datetime({ offset: true, error: `${field} must be a time such as 2026-05-01T19:00:00Z, or null.` })
    .nullable()
    .optional();

/** The show's planned beginning and end; null if unknown. They switch nothing. */
const times = { starts_at: timeSchema('starts_at'), ends_at: timeSchema('ends_at') };

const recordsWhenOn = z
  .boolean('records_when_on must be true or false.')
  .describe('Whether cameras that are added from now on record with each On.');

const timeZoneMessage = 'time_zone must be a time zone such as Europe/Berlin.';
const timeZone = z
  .string(timeZoneMessage)
  .refine(isTimeZone, timeZoneMessage)
  .describe('Its IANA time zone. The time code and the names of exported files are the time of day there.');

const keepsInStepBySound = z
  .boolean('keeps_in_step_by_sound must be true or false.')
  .describe('Whether its cameras are compared by what they hear, and its recordings are brought in step by that.');

const keepsPlayersInStep = z
  .boolean('keeps_players_in_step must be true or false.')
  .describe("Whether SRT players of its cameras' view addresses get frames of one moment at one time, on one clock.");

const playersDelayMessage = `players_delay_ms must be a whole number from ${playersDelayLimitsMs.min} to ${playersDelayLimitsMs.max}, or null.`;
const playersDelayMs = z
  .int(playersDelayMessage)
  .min(playersDelayLimitsMs.min, playersDelayMessage)
  .max(playersDelayLimitsMs.max, playersDelayMessage)
  .nullable();

/** Body of POST /events. */
export const createEventInputSchema = z.object({
  event: z.object(
    {
      name: eventName,
      ...times,
      time_zone: timeZone.optional(),
      records_when_on: recordsWhenOn.optional(),
    },
    'Event is required.',
  ),
});
export type CreateEventInput = z.infer<typeof createEventInputSchema>;

const alarmsMutedUntil = z.iso
  .datetime({ offset: true, error: 'alarms_muted_until must be a time such as 2026-05-01T19:00:00Z, or null.' })
  .nullable();

/** Body of PATCH /events/{id}. Omitted fields keep their values. */
export const updateEventInputSchema = z.object({
  event: z
    .object(
      {
        name: eventName.optional(),
        ...times,
        time_zone: timeZone.optional(),
        records_when_on: recordsWhenOn.optional(),
        keeps_in_step_by_sound: keepsInStepBySound.optional(),
        keeps_players_in_step: keepsPlayersInStep.optional(),
        players_delay_ms: playersDelayMs
          .optional()
          .describe(
            'The time from capture to those players. Null, while they are kept in step: enough for the slowest live camera.',
          ),
        alarms: alarmChangesSchema
          .optional()
          .describe('Changes the alarms of all its cameras, and of those that are added from now on.'),
        alarms_muted_until: alarmsMutedUntil
          .optional()
          .describe('Until then its cameras raise no alarm; at most a day ahead. Null ends that.'),
      },
      'Event is required.',
    )
    .refine(
      (changes) => Object.values(changes).some((value) => value !== undefined),
      'Give a name, a start, an end, a time_zone, records_when_on, keeps_in_step_by_sound, keeps_players_in_step, players_delay_ms, alarms or alarms_muted_until.',
    ),
});
export type UpdateEventInput = z.infer<typeof updateEventInputSchema>;

/** An event, without access to its room, which each page gets for itself. */
export const eventSummarySchema = z.object({
  id: z.uuid(),
  type: z.literal('event'),
  attributes: z.object({
    name: z.string(),
    livekit_room_name: z.string(),
    is_default: z.boolean(),
    starts_at: z.iso.datetime().nullable(),
    ends_at: z.iso.datetime().nullable(),
    time_zone: z.string().describe('Its IANA time zone; UTC for events from before they had one.'),
    records_when_on: recordsWhenOn,
    keeps_in_step_by_sound: keepsInStepBySound,
    keeps_players_in_step: keepsPlayersInStep,
    players_delay_ms: playersDelayMs.describe('The time from capture to those players; null while none was set.'),
    ...directedFields(
      arrangementSchema.nullable().describe('What the director shows on the multiviews that follow; null until then.'),
    ),
    alarms: alarmSettingsSchema.describe('The alarms of cameras that are added. Each camera has its own.'),
    alarms_muted_until: z.iso
      .datetime()
      .nullable()
      .describe('Its alarms are quiet until then; null or past: they are not.'),
    floor_plan: floorPlanSchema.nullable().describe('The floor plan of its crew board. Only members get the image.'),
    created_at: z.iso.datetime(),
  }),
});
export type EventSummaryJson = z.infer<typeof eventSummarySchema>;

/** An event with access to its room. */
export const eventSchema = eventSummarySchema.extend({
  attributes: eventSummarySchema.shape.attributes.extend({
    livekit_token: z
      .string()
      .describe(
        `Subscribe only, this event's room only, to join within ${tokenWords('viewer')}. Every answer carries a new one.`,
      ),
    livekit_url: z.string(),
  }),
});
export type EventJson = z.infer<typeof eventSchema>;
