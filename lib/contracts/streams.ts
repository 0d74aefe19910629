import { z } from 'zod';
import { nameSchema } from './name-schema';

// The database has enums of the same names and values; that they agree, the serializers' types see.
export const streamStatusSchema = z.enum(['idle', 'provisioning', 'active', 'stopping', 'stopped', 'error']);
export type StreamStatus = z.infer<typeof streamStatusSchema>;

/** What arrives at the worker, apart from whether the worker is ready: active does not need a camera yet. */
export const streamSignalSchema = z.enum(['none', 'connecting', 'live', 'lost']);
export type StreamSignal = z.infer<typeof streamSignalSchema>;

export const incidentSeveritySchema = z.enum(['info', 'warning', 'critical']);
export type IncidentSeverity = z.infer<typeof incidentSeveritySchema>;

const streamName = nameSchema('Stream name');

/** Body of POST /streams. */
export const createStreamInputSchema = z.object({
  stream: z.object(
    {
      name: streamName,
      event_id: z.uuid('Event is required.'),
      protocol: z.literal('srt', 'Protocol must be srt.').default('srt'),
    },
    'Stream is required.',
  ),
});

/** What libsrt takes, and of its characters those that every encoder can read in an address as they are. */
export const passphraseSchema = z
  .string('Passphrase must be a text.')
  .min(10, 'Passphrase must have at least 10 characters.')
  .max(79, 'Passphrase must have at most 79 characters.')
  .regex(/^[\w.-]*$/, 'Passphrase may contain only letters, digits, hyphens, dots and underscores.');

/** Body of PATCH /streams/{id}. What is left out stays as it is; a passphrase of null switches encryption off. */
export const updateStreamInputSchema = z.object({
  stream: z
    .object({ name: streamName.optional(), passphrase: passphraseSchema.nullable().optional() }, 'Stream is required.')
    .refine(({ name, passphrase }) => name !== undefined || passphrase !== undefined, 'Give a name or a passphrase.'),
});
export type UpdateStreamInput = z.infer<typeof updateStreamInputSchema>;

/** Query of GET /streams. */
export const listStreamsQuerySchema = z.object({ event_id: z.uuid('event_id must be the id of an event.').optional() });

/** What a camera sends, and what becomes of its picture. */
export const streamMediaSchema = z.object({
  video: z
    .object({
      /** FFmpeg's name: h264, hevc, mpeg2video … */
      codec: z.string(),
      /** FFmpeg's name: High, Main 10 … */
      profile: z.string().nullable(),
      width: z.number().int(),
      height: z.number().int(),
    })
    .nullable(),
  audio: z
    .object({ codec: z.string(), sampleRateHz: z.number().int().nullable(), channels: z.number().int().nullable() })
    .nullable(),
  /** passthrough: the room gets the camera's own bits. transcoded: a browser could not decode them. */
  mode: z.enum(['passthrough', 'transcoded']).nullable(),
  /** One sentence for the user that says why it is transcoded. */
  reason: z.string().nullable(),
});
export type StreamMedia = z.infer<typeof streamMediaSchema>;

/** Something the doctor found wrong at the camera's end, while it lasts. */
export const findingSchema = z.object({
  code: z.string(),
  severity: incidentSeveritySchema,
  /** What is wrong, and what it means for the show. */
  sentence: z.string(),
  /** What to do, in one sentence. */
  fix: z.string(),
  /** The exact setting, by encoder, where it is one. */
  settings: z.object({ obs: z.string(), larix: z.string(), vmix: z.string(), ffmpeg: z.string() }).nullable(),
  since: z.iso.datetime(),
});
export type Finding = z.infer<typeof findingSchema>;

export const streamSchema = z.object({
  id: z.uuid(),
  type: z.literal('stream'),
  attributes: z.object({
    name: z.string(),
    status: streamStatusSchema,
    /** One sentence that says why, while status is error. */
    status_reason: z.string().nullable(),
    signal: streamSignalSchema,
    stream_key: z.string(),
    /** Where set, encoder and viewers must encrypt with it (SRT, AES). */
    passphrase: z.string().nullable(),
    participant_identity: z.string(),
    pod_name: z.string().nullable(),
    pod_ip: z.string().nullable(),
    media: streamMediaSchema.nullable(),
    findings: z.array(findingSchema),
    started_at: z.iso.datetime().nullable(),
    event_id: z.uuid(),
    protocol: z.string(),
    created_at: z.iso.datetime(),
  }),
  relationships: z.object({
    event: z.object({ data: z.object({ id: z.uuid(), type: z.literal('event') }) }),
  }),
});
export type StreamJson = z.infer<typeof streamSchema>;

export const incidentSchema = z.object({
  id: z.uuid(),
  type: z.literal('incident'),
  attributes: z.object({
    code: z.string(),
    severity: incidentSeveritySchema,
    message: z.string(),
    occurred_at: z.iso.datetime(),
  }),
});
export type IncidentJson = z.infer<typeof incidentSchema>;
