import { z } from 'zod';
import { latencyLimitsMs } from '../core/srt-latency';
import { acknowledgementSchema, alarmChangesSchema, alarmSettingsSchema } from './alarms/alarms';
import { bondedLinkSchema } from './bonded-link';
import { fileSourceSchema, storedFileSourceSchema } from './file-source';
import { planPlaceSchema } from './floor-plan';
import { lengths } from './limits';
import { charactersAtLeast, nameSchema } from './name-schema';
import { pointShape } from './point-shape';
import { ptzControlInputSchema, ptzSchema } from './ptz';
import { maxPullAddressLength, readPullAddress } from './pull-address';
import { currentRecordingSchema } from './recordings';
import { replayOutSchema } from './replay-out';
import { sourceKindNames, sourceKindWords } from './source-kinds';
import { maxAudioDelayMs, programForms, type StreamSetting, spareAfterLimits, spareReturns } from './stream-settings';

// The database has enums of the same names and values; the serializers compile only while they agree.
export const streamStatusSchema = z.enum(['idle', 'provisioning', 'active', 'stopping', 'stopped', 'error']);
export type StreamStatus = z.infer<typeof streamStatusSchema>;

/** The camera's signal. Independent of the status: an active stream may have no camera yet. */
export const streamSignalSchema = z.enum(['none', 'connecting', 'live', 'lost']);
export type StreamSignal = z.infer<typeof streamSignalSchema>;

export const sourceKindSchema = z.enum(sourceKindNames, `Source kind must be ${sourceKindNames.join(' or ')}.`);

export const incidentSeveritySchema = z.enum(['info', 'warning', 'critical']);
export type IncidentSeverity = z.infer<typeof incidentSeveritySchema>;

const streamName = nameSchema('Stream name');

const maxStreamNumber = 999;
const numberMessage = `Number must be a whole number from 1 to ${maxStreamNumber}.`;

const latencyMessage = `Latency must be local, internet, mobile or ${latencyLimitsMs.least} to ${latencyLimitsMs.most} milliseconds.`;

/** The SRT latency that a user chooses: for a kind of network, or in milliseconds. */
export const latencySchema = z.union(
  [
    z.enum(['local', 'internet', 'mobile']),
    z.int().min(latencyLimitsMs.least, latencyMessage).max(latencyLimitsMs.most, latencyMessage),
  ],
  latencyMessage,
);

/** An address that the server can open; see {@link readPullAddress}. */
const pullAddressSchema = z
  .string('Address must be text.')
  .max(maxPullAddressLength, `Address can have at most ${maxPullAddressLength.toLocaleString('en')} characters.`)
  .superRefine((text, context) => {
    const read = readPullAddress(text);
    if (typeof read === 'string') context.addIssue({ code: 'custom', message: read });
  })
  .describe(
    'Where the server pulls the camera from: rtsp://, rtsps://, srt://, http://, https://, rtmp:// or rtmps://. It is stored encrypted.',
  );

/** Body of POST /streams. */
export const createStreamInputSchema = z.object({
  stream: z.object(
    {
      name: streamName,
      event_id: z.uuid('Event is required.'),
      protocol: z.literal('srt', 'Protocol must be srt.').default('srt'),
      source_kind: sourceKindSchema.default('srt').describe(sourceKindWords(sourceKindNames)),
      latency: latencySchema.optional(),
      pull_address: pullAddressSchema.optional(),
      file: fileSourceSchema.optional(),
    },
    'Stream is required.',
  ),
});

/** A passphrase that libsrt accepts, of characters that every encoder accepts unescaped in an address. */
export const passphraseSchema = z
  .string('Passphrase must be a text.')
  .min(...charactersAtLeast('Passphrase', lengths.passphrase.min))
  .max(lengths.passphrase.max, `Passphrase must have at most ${lengths.passphrase.max} characters.`)
  .regex(/^[\w.-]*$/, 'Passphrase may contain only letters, digits, hyphens, dots and underscores.');

/** One of several things that a camera sends; null leaves it to the worker. */
const choiceUpTo = (most: number, name: string) => {
  const message = `${name} must be a number from 1 to ${most}, or null.`;
  return z.int(message).min(1, message).max(most, message).nullable();
};

const audioDelayMessage = `audio_delay_ms must be a whole number from -${maxAudioDelayMs} to ${maxAudioDelayMs}.`;
const audioDelaySchema = z
  .int(audioDelayMessage)
  .min(-maxAudioDelayMs, audioDelayMessage)
  .max(maxAudioDelayMs, audioDelayMessage);

const spareAfterMessage = `spare_after_seconds must be a number from ${spareAfterLimits.min} to ${spareAfterLimits.max}, in tenths.`;
const spareAfterSchema = z
  .number(spareAfterMessage)
  .min(spareAfterLimits.min, spareAfterMessage)
  .max(spareAfterLimits.max, spareAfterMessage)
  .multipleOf(spareAfterLimits.step, spareAfterMessage)
  .describe('How long it has had no picture when its spare takes its place.');

const spareSchema = z
  .uuid('spare_id must be the id of a camera, or null.')
  .nullable()
  .describe(
    'The camera of the same event that takes its place while it has no picture, in all that viewers, players, destinations and recordings get; null: none.',
  );

/** The schemas of what {@link streamSettings} lists. */
const settingSchemas = {
  latency: latencySchema,
  program: choiceUpTo(65_535, 'Program').describe(
    'The program to take of a multiplex of several; null, or where there is none of this number: the first with video.',
  ),
  audio_track: choiceUpTo(64, 'Audio track').describe(
    'The audio track to take of several, counted from 1; null, or where there are fewer: the first.',
  ),
  audio_delay_ms: audioDelaySchema.describe(
    'Lip sync: by how many milliseconds the sound is moved against the picture, in all that viewers, players, recordings and exports get. Above 0 it is later. It has no effect on a phone, which keeps its own sound.',
  ),
  source_kind: sourceKindSchema.describe(sourceKindWords(sourceKindNames)),
  records_when_on: z
    .boolean('records_when_on must be true or false.')
    .describe('Whether each press on On also begins a recording.'),
  spare_returns: z
    .enum(spareReturns, `spare_returns must be ${spareReturns.join(' or ')}.`)
    .describe('Whether it gets its place back after five seconds of picture, or when somebody gives it back.'),
  program_form: z
    .enum(programForms, 'program_form must be steady or clean.')
    .describe(
      'What a program sends. steady: one encoder’s pictures, of one size and rate. clean: the packets of the camera on air as they are. Other sources refuse it.',
    ),
} satisfies Record<StreamSetting, z.ZodType>;

const placeSchema = z
  .object(pointShape, 'Place must be a point, or null.')
  .nullable()
  .describe(
    "Where it stands on the map of its event's crew; null: nowhere. A phone that shares its position is there.",
  );

const streamChangesSchema = z
  .object(
    {
      name: streamName,
      number: z
        .int(numberMessage)
        .min(1, numberMessage)
        .max(maxStreamNumber, numberMessage)
        .describe('Where another camera of the event has it, the two swap their numbers.'),
      passphrase: passphraseSchema.nullable(),
      pull_address: pullAddressSchema,
      file: fileSourceSchema.describe('The recording that plays as the camera.'),
      alarms: alarmChangesSchema,
      place: placeSchema,
      plan_place: planPlaceSchema,
      ptz: ptzControlInputSchema.nullable().describe('How the server turns the camera; null: it does not.'),
      spare_id: spareSchema,
      spare_after_seconds: spareAfterSchema,
      ...settingSchemas,
    },
    'Stream is required.',
  )
  .partial();

/** Body of PATCH /streams/{id}. Omitted fields keep their values; a passphrase of null switches encryption off. */
export const updateStreamInputSchema = z.object({
  stream: streamChangesSchema.refine(
    (changes) => Object.values(changes).some((value) => value !== undefined),
    `Give at least one of ${Object.keys(streamChangesSchema.shape).join(', ')}.`,
  ),
});
export type UpdateStreamInput = z.infer<typeof updateStreamInputSchema>;

/** Query of GET /streams, besides its pages. */
export const listStreamsQuerySchema = z.object({ event_id: z.uuid('event_id must be the id of an event.').optional() });

const mediaChoicesSchema = z.object({
  programs: z.array(z.object({ number: z.number().int(), has_video: z.boolean() })),
  program: z.number().int().describe('The number of the program that is taken.'),
  audio_tracks: z
    .array(z.object({ codec: z.string(), language: z.string().nullable().describe('ISO 639-2, such as eng.') }))
    .describe('Of the program that is taken.'),
  audio_track: z.number().int().nullable().describe('The one that is taken, counted from 1.'),
});

/** A camera's media, and the path of its video to the room, as the API shows them. */
export const streamMediaJsonSchema = z.object({
  video: z
    .object({
      codec: z.string().describe("FFmpeg's name: h264, hevc, mpeg2video …"),
      profile: z.string().nullable().describe("FFmpeg's name: High, Main 10 …"),
      width: z.number().int(),
      height: z.number().int(),
    })
    .nullable(),
  audio: z
    .object({ codec: z.string(), sample_rate_hz: z.number().int().nullable(), channels: z.number().int().nullable() })
    .nullable(),
  mode: z
    .enum(['passthrough', 'transcoded'])
    .nullable()
    .describe("passthrough: the room gets the camera's own bitstream. transcoded: browsers could not decode it."),
  reason: z.string().nullable().describe('One sentence for the user that says why it is transcoded.'),
  choices: mediaChoicesSchema
    .optional()
    .describe('Where the camera sends several programs or audio tracks: these, and which of them are taken.'),
  capture_clock: z
    .literal('encoder')
    .optional()
    .describe(
      'encoder: it says itself when it captured each frame, and latencies count from there; missing: from sending.',
    ),
  video_encoder: z
    .string()
    .optional()
    .describe(
      'The encoder of a picture that is made here, by FFmpeg’s name: h264_nvenc, h264_qsv, h264_vaapi or libx264; missing for cameras.',
    ),
  spare_shown: z
    .literal(true)
    .optional()
    .describe("This is the spare's, which is in the camera's place; else missing."),
});
export type StreamMediaJson = z.infer<typeof streamMediaJsonSchema>;

/** A problem at the camera's end that the diagnosis has found, for as long as it lasts. */
export const findingSchema = z.object({
  code: z.string(),
  severity: incidentSeveritySchema,
  sentence: z.string().describe('What is wrong, and what it means for the show.'),
  fix: z.string().describe('What to do, in one sentence.'),
  settings: z
    .object({ obs: z.string(), larix: z.string(), vmix: z.string(), ffmpeg: z.string() })
    .nullable()
    .describe('The exact setting by encoder, where the fix is a setting.'),
  since: z.iso.datetime(),
});
export type Finding = z.infer<typeof findingSchema>;

/** A finding as the API shows it. */
export const shownFindingSchema = findingSchema.extend({
  acknowledged: acknowledgementSchema.optional().describe('Who has seen it; missing while nobody has.'),
});
export type ShownFinding = z.infer<typeof shownFindingSchema>;

/** A stream as a viewer may see it: enough to show its video, without its secrets or where it runs. */
export const viewerStreamSchema = z.object({
  id: z.uuid(),
  type: z.literal('stream'),
  attributes: z.object({
    number: z.int().describe("The camera's number in its event, unique there."),
    name: z.string(),
    status: streamStatusSchema,
    signal: streamSignalSchema,
    participant_identity: z.string(),
    started_at: z.iso.datetime().nullable(),
    stopped_at: z.iso
      .datetime()
      .nullable()
      .describe('When it was last switched off, or failed. Null if it never was on.'),
    still_at: z.iso
      .datetime()
      .nullable()
      .describe('When the picture at /streams/{id}/still was taken. Null while there is none.'),
    event_id: z.uuid(),
    created_at: z.iso.datetime(),
  }),
  relationships: z.object({
    event: z.object({ data: z.object({ id: z.uuid(), type: z.literal('event') }) }),
  }),
});
export type ViewerStreamJson = z.infer<typeof viewerStreamSchema>;

/** A stream as a member may see it, with its keys, its passphrase, its pod and the camera's signal. */
export const streamSchema = viewerStreamSchema.extend({
  attributes: viewerStreamSchema.shape.attributes.extend({
    status_reason: z.string().nullable().describe('One sentence that says why, while status is error.'),
    stream_key: z.string().describe('Publishes: the streamid of the ingest address.'),
    view_key: z.string().describe('Shows, and cannot publish: the streamid of the view address.'),
    passphrase: z.string().nullable().describe('Where set, encoder and viewers must encrypt with it (SRT, AES).'),
    ...settingSchemas,
    pull_address: z
      .string()
      .nullable()
      .describe('Where the server pulls the camera from, without user, password and query.'),
    file: storedFileSourceSchema.describe('The recording that plays as the camera; null: none was chosen.'),
    replay: replayOutSchema.nullable().describe('What a replay shows; null: nothing was cued.'),
    latency_ms: z.int().describe('What the latency comes to.'),
    rtt_ms: z.int().nullable().describe("The round trip of the encoder's link, where it was measured last."),
    bonded_links: z
      .array(bondedLinkSchema)
      .nullable()
      .describe('The links of an encoder that bonds several by SRTLA, while it is live; null for any other.'),
    pod_name: z.string().nullable(),
    pod_ip: z.string().nullable(),
    media: streamMediaJsonSchema.nullable(),
    findings: z.array(shownFindingSchema),
    alarms: alarmSettingsSchema,
    recording: currentRecordingSchema
      .nullable()
      .describe('The recording that goes on; null while nothing is recorded.'),
    place: placeSchema,
    plan_place: planPlaceSchema,
    ptz: ptzSchema.nullable().describe('How the server turns the camera; null: it does not.'),
    spare_id: spareSchema,
    spare_after_seconds: spareAfterSchema,
    protocol: z.string(),
  }),
});
export type MemberStreamJson = z.infer<typeof streamSchema>;

/** A stream as screens have it. Fields for members alone are missing if the user is a viewer. */
export type StreamJson = Omit<ViewerStreamJson, 'attributes'> & {
  attributes: ViewerStreamJson['attributes'] & Partial<MemberStreamJson['attributes']>;
};

/** The last picture that is kept of a stream's camera. */
export const stillJsonSchema = z.object({
  id: z.uuid(),
  type: z.literal('still'),
  attributes: z.object({
    taken_at: z.iso.datetime(),
    jpeg: z.base64().describe('At most 640 pixels wide, in square pixels.'),
  }),
});
export type StillJson = z.infer<typeof stillJsonSchema>;

/** One line of a stream's history. */
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
