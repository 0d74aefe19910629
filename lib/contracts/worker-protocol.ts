import { z } from 'zod';
import { silenceLevelsDbfs } from './alarms/alarm-kinds';
import { codedTextSchema } from './catalogue/coded-text';
import { recorderStateSchema, recordingTaskSchema } from './recordings';
import { streamMediaSchema } from './stream-media';
import { streamSignalSchema } from './streams';

/** What a camera may send. Beyond it nothing is decoded or sent on, and the report says so. */
export const cameraLimitsSchema = z.object({
  /** Of the width and of the height. */
  maxSidePixels: z.number().int(),
  maxFps: z.number().int(),
  maxBitrateKbps: z.number().int(),
});
export type CameraLimits = z.infer<typeof cameraLimitsSchema>;

/** Where a worker gets its camera's picture. */
export const sourceSchema = z.discriminatedUnion('kind', [
  /** An SRT caller at the worker's input port. Where the passphrase is null, it must not encrypt. */
  z.object({ kind: z.literal('srt'), passphrase: z.string().nullable() }),
]);
export type WorkerSource = z.infer<typeof sourceSchema>;

/** What a worker is for, before a driver has said where it runs. */
export const workerSpecSchema = z.object({
  /** Unique for each start: `worker-`, the end of the stream's id, the generation, five random characters. */
  workerId: z.string(),
  streamId: z.string(),
  /** By which a cluster spreads the cameras of one show over its nodes. */
  eventId: z.string(),
  generation: z.number().int(),
  limits: cameraLimitsSchema,
  /** Of the worker's process, beyond which it ends by itself. */
  maxMemoryMb: z.number().int(),
  source: sourceSchema,
  /** SRT players must encrypt with it; where it is null, they must not. */
  playerPassphrase: z.string().nullable(),
  livekitUrl: z.string(),
  participantIdentity: z.string(),
  /** The gateway that started it, reached from where the worker runs; the paths below hang on it. Another may follow. */
  gatewayUrl: z.string(),
  /** Bearer token of both directions, derived from the workerId: every gateway can make it, no other program. */
  token: z.string(),
});
export type WorkerSpec = z.infer<typeof workerSpecSchema>;

/** Where a worker listens, reached by every gateway. */
export const workerAddressSchema = z.object({
  host: z.string(),
  /** The source in, SRT players out. */
  inputPort: z.number().int(),
  outputPort: z.number().int(),
  /** HTTP, see below. */
  controlPort: z.number().int(),
});
export type WorkerAddress = z.infer<typeof workerAddressSchema>;

/**
 * What a worker is started with: as the only message of its IPC channel, or as JSON in its environment variable
 * WORKER_SPEC. Where the address is known on its machine alone, as that of a Pod, WORKER_HOST replaces the spec's.
 */
export const placedWorkerSpecSchema = workerSpecSchema.extend({ address: workerAddressSchema });
export type PlacedWorkerSpec = z.infer<typeof placedWorkerSpecSchema>;

/*
 * Gateway: POST {gatewayUrl}/workers/{workerId}/report        WorkerReport → 200 WorkerPermit; 410: end at once;
 *                                                             503: not known at the moment, go on and ask again
 *          POST {gatewayUrl}/workers/{workerId}/room-token    {shareLinkId?} → 200 {token}, a LiveKit token for one join
 *                                                             of the event's room, or of a share link's; 404: the link
 *                                                             is not open, or not for this camera
 * Worker:  GET  http://{host}:{controlPort}/healthz           200 {workerId, streamId, generation}, without a token
 *          PUT  http://{host}:{controlPort}/gateway           {url} → 204: reports to this gateway from now on, at once
 */
export const reportPath = (workerId: string): string => `/workers/${workerId}/report`;
export const roomTokenPath = (workerId: string): string => `/workers/${workerId}/room-token`;
export const workerGatewayPath = '/gateway';
export const workerHealthPath = '/healthz';

export const roomTokenRequestSchema = z.object({
  /** Null: the event's room. */
  shareLinkId: z.string().nullable().default(null),
});
export const roomTokenSchema = z.object({ token: z.string() });
export const workerGatewaySchema = z.object({ url: z.url() });

/** The room of an open share link, with nothing in it but what the link shows. */
export const shareRoomSchema = z.object({
  linkId: z.string(),
  /** Whether the link lets people hear the camera as well. */
  canHear: z.boolean(),
});
export type ShareRoom = z.infer<typeof shareRoomSchema>;

/** What a user takes of a camera that sends several programs or audio tracks. Null: as {@link streamMediaSchema} says. */
export const feedChoiceSchema = z.object({
  program: z.number().int().nullable(),
  audioTrack: z.number().int().nullable(),
});
export type FeedChoice = z.infer<typeof feedChoiceSchema>;

/**
 * The answer to a report. A worker that hears of no gateway ends by itself `validForMs` after it sent the last report
 * that was answered so: from then on another gateway may start another worker for the stream.
 */
export const workerPermitSchema = z.object({
  validForMs: z.number().min(0),
  /** The open share links of this camera. The worker is in their rooms, and in no other but the event's. */
  shareRooms: z.array(shareRoomSchema).default([]),
  /** What the camera's SRT connection has agreed on as receive latency; null while there is none. */
  srtLatencyMs: z.number().min(0).nullable().default(null),
  choice: feedChoiceSchema.default({ program: null, audioTrack: null }),
  /** What the worker records now; null: nothing. */
  recording: recordingTaskSchema.nullable().default(null),
});
export type WorkerPermit = z.infer<typeof workerPermitSchema>;

/** How long a worker may run after its start until its first report is answered. */
export const firstPermitMs = 10_000;

/**
 * Why a worker ends by itself. It says so in its last report, and then ends by SIGTERM, also where nobody sent it one: it
 * cannot end by an exit code (main.ts says why).
 *
 * What it cannot report ends it otherwise. SIGABRT, or exit code 134, means that it ran out of memory at once: V8 aborts a
 * process whose heap is full. SIGSEGV, SIGBUS, SIGILL or SIGFPE means that a codec crashed on what the camera sends.
 * SIGKILL comes from outside: a driver, or a machine without memory. An exit code means that it could not be loaded.
 */
export const workerFailureSchema = z.object({
  /** The cause. Missing from workers of the version before. */
  codedReason: codedTextSchema.optional(),
  /** The same in words, for gateways that do not know the code, such as those of the version before. */
  reason: z.string().min(1).max(500),
  /** Whether another worker may do better. If not, the stream goes to `error` at once. */
  retryable: z.boolean(),
});
export type WorkerFailure = z.infer<typeof workerFailureSchema>;

/** What a camera sends beyond its limits, as long as it does. */
export const excessSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('size'),
    width: z.number().int(),
    height: z.number().int(),
    mostPixels: z.number().int(),
  }),
  z.object({ kind: z.literal('fps'), fps: z.number().int(), mostFps: z.number().int() }),
  z.object({ kind: z.literal('bitrate'), kbps: z.number().int(), mostKbps: z.number().int() }),
]);
export type Excess = z.infer<typeof excessSchema>;

/**
 * Why a camera that was live is no longer. `closed`: it ended the connection, or libsrt did; `silent`: nothing arrives;
 * `no_frames`: it goes on sending, but no frames.
 */
export const lossCauseSchema = z.enum(['closed', 'silent', 'no_frames']);
export type LossCause = z.infer<typeof lossCauseSchema>;

const seconds = z.number().min(0);

/** For how many seconds what nobody should see or hear has lasted, 0 while it does not. */
export const conditionsSchema = z.object({
  /** Null while no picture was decoded. */
  blackSeconds: seconds.nullable(),
  /** Of a picture whose frames come, and repeat each other. Null where frames do not tell. */
  frozenSeconds: seconds.nullable(),
  /** Without audio above each of {@link silenceLevelsDbfs}, in their order. Null without an audio stream. */
  silentSeconds: z.array(seconds).length(silenceLevelsDbfs.length).nullable(),
});
export type Conditions = z.infer<typeof conditionsSchema>;

/**
 * What arrives from a connected encoder in place of something that can be shown. `nothing`: not one byte, or none any
 * more; `unknown`: no MPEG-TS, and nothing else that is known; `no_tables`: MPEG-TS without PAT and PMT; `no_media`: they
 * name neither video nor audio that can be decoded; `no_frames`: nothing comes of what they name; `no_keyframe`: video
 * comes, and nothing of it that a decoder can start with; `cut_keyframes`: the same, as GStreamer's srtsink makes it.
 */
export const arrivalSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum([
      'nothing',
      'matroska',
      'flv',
      'mp4',
      'unknown',
      'scrambled',
      'no_tables',
      'no_media',
      'no_frames',
      'no_keyframe',
      'cut_keyframes',
    ]),
  }),
  /** The only video; its audio may be heard. */
  z.object({ kind: z.literal('unsupported_video'), codec: z.string() }),
]);
export type Arrival = z.infer<typeof arrivalSchema>;

/** A worker's whole state. Sent once a second and at once when `ready` or `signal` change, so a lost one does no harm. */
export const workerReportSchema = z.object({
  generation: z.number().int(),
  /** Listens for SRT and is in the room. */
  ready: z.boolean(),
  signal: streamSignalSchema,
  /** Over the last second. Null while no camera is connected. */
  sample: z
    .object({
      fps: z.number().min(0),
      bitrateKbps: z.number().min(0),
      /** Since the worker started: frames that did not reach the room whole. */
      droppedFrames: z.number().int().min(0),
      /** Since the worker started: frames of a passed-through source layer that it encoded until the camera's keyframe. */
      bridgedFrames: z.number().int().min(0).default(0),
      /** From an access unit's last byte in to its first packet out, on average. Null where none went out. */
      workerMs: z.number().min(0).nullable(),
      /** From its capture, or its sending where the encoder does not say, likewise. Null where that is unknown. */
      captureToRoomMs: z.number().nullable().default(null),
      /** From keyframe to keyframe; null until two have come. */
      gopSeconds: z.number().min(0).nullable(),
      /** Between two frames with nothing lost between them. Null where there were no two. */
      frameMs: z.object({ shortest: z.number(), longest: z.number() }).nullable(),
      /** Some frames are shown in another order than they come. */
      hasBFrames: z.boolean(),
      /** The encoder's clock against this machine's; null until there is enough of it. */
      clockDrift: z.object({ ppm: z.number(), errorPpm: z.number().min(0) }).nullable(),
      /** Highest sample of what the room hears, left and right, at least -100. Null where there was no audio. */
      audioDbfs: z.tuple([z.number(), z.number()]).nullable(),
    })
    .nullable(),
  /** While the signal is `lost`: why, and how long ago the last frame came. Null where no frame had come. */
  loss: z
    .object({ cause: lossCauseSchema, agoMs: z.number().min(0) })
    .nullable()
    .default(null),
  /** Null while no camera is connected. */
  conditions: conditionsSchema.nullable().default(null),
  /** How often a camera has connected since the worker started. */
  connectCount: z.number().int().min(0),
  /** Null until it is known what the camera sends. */
  media: streamMediaSchema.nullable(),
  /** Of a bitrate beyond the limit nothing is used at all; of a size or frame rate, only the video is left out. */
  excess: excessSchema.nullable().default(null),
  /** Null while nothing is connected, and where what arrives can be shown. */
  arrival: arrivalSchema.nullable().default(null),
  /** How many times faster than real time the camera sends, or sent last; null where it keeps time. */
  pace: z.number().nullable().default(null),
  /** Null while nothing is to be recorded. */
  recorder: recorderStateSchema.nullable().default(null),
  /** Set in the last report of a worker that ends by itself. */
  failed: workerFailureSchema.nullable(),
});
export type WorkerReport = z.infer<typeof workerReportSchema>;
