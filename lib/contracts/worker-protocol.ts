import { z } from 'zod';
import { soundWindowSamples } from '../core/sound-offset';
import { silenceLevelsDbfs } from './alarms/alarm-kinds';
import { codedTextSchema } from './catalogue/coded-text';
import { destinationReportSchema, destinationTaskSchema } from './destination-tasks';
import { fileFaults } from './file-faults';
import { pullFaults } from './pull-faults';
import { recorderStateSchema, recordingTaskSchema } from './recordings';
import { replaySpeeds, replayStates } from './replay-speeds';
import { senderReadingSchema } from './sender-reading';
import { streamMediaSchema } from './stream-media';
import { programForms, spareReturns } from './stream-settings';
import { streamSignalSchema } from './streams';
import { networksSchema, ownServicesSchema, sourceSchema } from './worker-sources';

/** Limits of a camera's feed. Anything beyond them is neither decoded nor sent on, and the report says so. */
export const cameraLimitsSchema = z.object({
  /** Maximum width and maximum height. */
  maxSidePixels: z.number().int(),
  maxFps: z.number().int(),
  maxBitrateKbps: z.number().int(),
});
export type CameraLimits = z.infer<typeof cameraLimitsSchema>;

export type WorkerSource = z.infer<typeof sourceSchema>;

/**
 * The worker's first bytes on a TCP connection to its input port: whether it takes the encoder. All others are RTMP. The
 * worker receives the encoder's bytes from the first one on, and sends its answers from `publish` on.
 */
export const rtmpHandOver = { taken: 'taken\n', busy: 'busy!\n' } as const;

/** A worker's job, before a driver has decided where it runs. */
export const workerSpecSchema = z.object({
  /** Unique for each start: `worker-`, the end of the stream's id, the generation, five random characters. */
  workerId: z.string(),
  streamId: z.string(),
  /** Lets a cluster spread the cameras of one show over its nodes. */
  eventId: z.string(),
  generation: z.number().int(),
  limits: cameraLimitsSchema,
  /** Maximum memory of the worker's process, beyond which it exits. */
  maxMemoryMb: z.number().int(),
  source: sourceSchema,
  /** SRT players must encrypt with it, and must not encrypt if it is null. */
  playerPassphrase: z.string().nullable(),
  livekitUrl: z.string(),
  participantIdentity: z.string(),
  /** Base address of the gateway that started it, as the worker reaches it. Another gateway may take over. */
  gatewayUrl: z.string(),
  /** Bearer token of both directions, derived from the workerId. Only gateways can make it, and replace it. */
  token: z.string(),
});
export type WorkerSpec = z.infer<typeof workerSpecSchema>;

/** The address at which every gateway reaches a worker. */
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
 * A worker's start message: the only one on its IPC channel, or JSON in its environment variable WORKER_SPEC.
 * WORKER_HOST replaces the spec's host if only the worker's machine knows it, as in a Pod.
 */
export const placedWorkerSpecSchema = workerSpecSchema.extend({ address: workerAddressSchema });
export type PlacedWorkerSpec = z.infer<typeof placedWorkerSpecSchema>;

/*
 * Gateway: POST {gatewayUrl}/workers/{workerId}/report        WorkerReport → 200 WorkerPermit. 410: End at once.
 *                                                             503: Unknown at the moment; go on and ask again.
 *          POST {gatewayUrl}/workers/{workerId}/room-token    {shareLinkId?} → 200 {token}: LiveKit token for one join
 *                                                             of the event's or share link's room. It lets the worker
 *                                                             publish; in the event's room of a phone, receive.
 *                                                             404: The link is not open, or not for this camera.
 *          POST {gatewayUrl}/workers/{workerId}/still         Still → 204. Also from a worker that is stopping.
 *          POST {gatewayUrl}/workers/{workerId}/sound         SoundWindow → 204
 * Worker:  GET  http://{host}:{controlPort}/healthz           200 {workerId, streamId, generation}. Needs no token.
 *          PUT  http://{host}:{controlPort}/gateway           {url, token?} → 204: Reports to this gateway from now on.
 *                                                             The token replaces the worker's, in both directions.
 *          PUT  http://{host}:{controlPort}/program           ProgramTask → 204. 404: Its source is no program.
 *          PUT  http://{host}:{controlPort}/replay            ReplayTask → 204. 404: Its source is no replay.
 *          GET  http://{host}:{controlPort}/feed              200, without an end: the camera's packets, for the worker
 *                                                             of a program. Its token is `feedTokenOf` the worker's.
 */
export const reportPath = (workerId: string): string => `/workers/${workerId}/report`;
export const roomTokenPath = (workerId: string): string => `/workers/${workerId}/room-token`;
export const stillPath = (workerId: string): string => `/workers/${workerId}/still`;
export const soundPath = (workerId: string): string => `/workers/${workerId}/sound`;
export const workerGatewayPath = '/gateway';
export const workerHealthPath = '/healthz';
export const workerProgramPath = '/program';
export const workerReplayPath = '/replay';
export const workerFeedPath = '/feed';

/** Maximum of a still in base64; a usual one has a fifth of it. */
export const maxStillBytes = 256 * 1024;

export const roomTokenRequestSchema = z.object({
  /** Null: the event's room. */
  shareLinkId: z.string().nullable().default(null),
});
export const roomTokenSchema = z.object({ token: z.string() });
export const workerGatewaySchema = z.object({
  url: z.url(),
  /** Missing from gateways of the previous version. */
  token: z.string().min(1).optional(),
});
export type WorkerGateway = z.infer<typeof workerGatewaySchema>;

/** A camera's packets, as another worker takes them from the camera's worker. */
const relayedFeedSchema = z.object({
  streamId: z.string(),
  /** The address of {@link workerFeedPath}. */
  url: z.url(),
  token: z.string(),
  /** The user's choice in a feed of several programs or audio tracks. */
  program: z.number().int().nullable(),
  audioTrack: z.number().int().nullable(),
});
export type RelayedFeed = z.infer<typeof relayedFeedSchema>;

/** A program's cameras and its tally. It is sent at each change of the tally, and each second. */
export const programTaskSchema = z.object({
  /** The rate of most cameras. A program keeps the rate that it began with. */
  fps: z.union([z.literal(25), z.literal(30)]),
  /** The event's cameras that have a worker. */
  cameras: z.array(relayedFeedSchema),
  /** The cameras on air, and since when; null before the event's first tally. */
  onAir: z.object({ streamIds: z.array(z.string()), sinceMs: z.number() }).nullable(),
  /** How long before the tally comes the picture that it cuts to was captured: the program is later by that. */
  switcherDelayMs: z.number().min(0).default(0),
  /** It sends one encoder's pictures, or the cameras' own packets. Missing from a former gateway. */
  form: z.enum(programForms).default('steady'),
});
export type ProgramTask = z.infer<typeof programTaskSchema>;

/** The clip of a replay, and how it plays. It is sent at each command, and each second. */
export const replayTaskSchema = z.object({
  /** As of a program: the rate of most cameras, kept from the beginning on. */
  fps: z.union([z.literal(25), z.literal(30)]),
  /** Null: nothing was cued. */
  clip: z
    .object({
      /** Differs with each cue. */
      cue: z.string(),
      /** The recording's, as the worker's machine sees it. Null: workers have no disk with recordings. */
      folder: z.string().nullable(),
      /** By the recording's own times, in milliseconds since 1970. */
      fromMs: z.number(),
      toMs: z.number(),
    })
    .nullable(),
  state: z.enum(replayStates),
  speed: z.union(replaySpeeds.map((speed) => z.literal(speed))),
  /** When state and speed were chosen, in milliseconds since 1970. It differs with each command. */
  sinceMs: z.number(),
});
export type ReplayTask = z.infer<typeof replayTaskSchema>;

/** The camera that takes the place of the worker's own while that has no picture. */
export const spareTaskSchema = z.object({
  /** Null while it has no worker. */
  feed: relayedFeedSchema.nullable(),
  /** How long the worker's own camera has had no picture by then. */
  afterMs: z.number().int().min(0),
  /** Missing: by itself. */
  returns: z.enum(spareReturns).optional(),
  /** The last order of somebody, and when it was given. A worker obeys each once, and none from before its start. */
  asked: z.object({ shows: z.enum(['spare', 'camera']), atMs: z.number() }).optional(),
});
export type SpareTask = z.infer<typeof spareTaskSchema>;

/** A picture of the camera, kept for the times without one. */
export const stillSchema = z.object({
  jpeg: z.base64().max(maxStillBytes),
  /** When its keyframe came. */
  agoMs: z.number().min(0),
});
export type Still = z.infer<typeof stillSchema>;

/** Base64 of a window's samples, two bytes each. */
const soundWindowChars = Math.ceil((2 * soundWindowSamples) / 3) * 4;

/** A window of the camera's sound, to be compared with those of the event's other cameras. */
export const soundWindowSchema = z.object({
  /** When its first sample was captured, in milliseconds since 1970. */
  startMs: z.number().min(0),
  /** The camera's connections since the worker started: another one may need another shift. */
  connectCount: z.number().int().min(0),
  /** 16-bit mono, little-endian, at {@link soundRateHz}. */
  samples: z.base64().length(soundWindowChars),
});
export type SoundWindow = z.infer<typeof soundWindowSchema>;
/** Maximum of a window in JSON. */
export const maxSoundWindowBytes = soundWindowChars + 1024;

/** The room of an open share link, which holds only what the link shows. */
export const shareRoomSchema = z.object({
  linkId: z.string(),
  /** Whether the link includes the camera's audio. */
  canHear: z.boolean(),
});
export type ShareRoom = z.infer<typeof shareRoomSchema>;

/** A user's choice of a camera's programs and audio tracks. Null leaves it to the worker. */
export const feedChoiceSchema = z.object({
  program: z.number().int().nullable(),
  audioTrack: z.number().int().nullable(),
});
export type FeedChoice = z.infer<typeof feedChoiceSchema>;

/**
 * Whether a worker may send its password to a camera: `busy`, another one is being tried; `refused`, one was refused less
 * than a minute ago.
 */
const passwordTurns = ['yours', 'busy', 'refused'] as const;
export type PasswordTurn = (typeof passwordTurns)[number];

/**
 * The answer to a report. A worker exits `validForMs` after sending the last report that was answered with a permit.
 * From then on another gateway may start another worker for the stream.
 */
export const workerPermitSchema = z.object({
  validForMs: z.number().min(0),
  /** The open share links of this camera. The worker joins their rooms and the event's, and no others. */
  shareRooms: z.array(shareRoomSchema).default([]),
  /** Receive latency negotiated on the camera's SRT connection; null while there is none. */
  srtLatencyMs: z.number().min(0).nullable().default(null),
  /** The encoder's clock, by its gateway; null while unknown, and from gateways of the previous version. */
  sender: senderReadingSchema.nullable().default(null),
  choice: feedChoiceSchema.default({ program: null, audioTrack: null }),
  /** By how much the sound is moved against the picture; above 0 it is later. */
  audioDelayMs: z.number().int().default(0),
  /** SRT players get each frame this long after its capture, on the clock of all cameras. Null: at once, as it came. */
  playersDelayMs: z.number().int().min(0).nullable().default(null),
  /** The current recording; null if none. Without it, the worker goes on with what it records, or does not record yet. */
  recording: recordingTaskSchema.nullable().optional(),
  /** Where the camera is sent, and to which networks it may be. Without it, the worker goes on as before. */
  destinations: z
    .object({
      tasks: z.array(destinationTaskSchema),
      /** Those by WHIP, apart: workers of the previous version know no such kind, and would refuse the whole permit. */
      whipTasks: z.array(destinationTaskSchema).default([]),
      networks: networksSchema,
      // Missing from gateways of the previous version.
      ownServices: ownServicesSchema.default([]),
      /** Words of the picture that goes out while the camera is lost. Without them, as from former gateways, none does. */
      slate: z.string().optional(),
    })
    .optional(),
  /** The camera's spare; null: none. Gateways of the previous version say nothing, and the worker goes on. */
  spare: spareTaskSchema.nullable().optional(),
  /** The answer to `pullTurn`. Gateways of the previous version give none, and the worker goes on. */
  pullTurn: z.enum([...passwordTurns, 'none']).optional(),
});
export type WorkerPermit = z.infer<typeof workerPermitSchema>;

/** How long a worker may run after its start until its first report is answered. */
export const firstPermitMs = 10_000;

/**
 * Why a worker exits. It gives the reason in its last report, then ends itself by SIGTERM, because it cannot end by an
 * exit code; see main.ts.
 *
 * Other ends come without a report:
 * SIGABRT, or exit code 134: V8 aborted because its heap was full.
 * SIGSEGV, SIGBUS, SIGILL or SIGFPE: a codec crashed on the camera's data.
 * SIGKILL: a driver, or a machine without memory, killed it.
 * Any other exit code: the program could not be loaded.
 */
export const workerFailureSchema = z.object({
  /** The cause. Missing from workers of the previous version. */
  codedReason: codedTextSchema.optional(),
  /** The same in words, for gateways that do not know the code, such as those of the previous version. */
  reason: z.string().min(1).max(500),
  /** Whether another worker may do better. If not, the stream goes to `error` at once. */
  retryable: z.boolean(),
});
export type WorkerFailure = z.infer<typeof workerFailureSchema>;

/** The limit that a camera exceeds at present. */
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
 * Why a live camera was lost. `closed`: the camera or libsrt ended the connection; `silent`: nothing arrives;
 * `no_frames`: data arrives, but no frames.
 */
export const lossCauseSchema = z.enum(['closed', 'silent', 'no_frames']);
export type LossCause = z.infer<typeof lossCauseSchema>;

const seconds = z.number().min(0);

/** How long each fault of picture or sound has lasted, in seconds; 0 without the fault. */
export const conditionsSchema = z.object({
  /** Null while no picture was decoded. */
  blackSeconds: seconds.nullable(),
  /** How long arriving frames have repeated each other. Null if frames do not tell. */
  frozenSeconds: seconds.nullable(),
  /** Without audio above each of {@link silenceLevelsDbfs}, in their order. Null without an audio stream. */
  silentSeconds: z.array(seconds).length(silenceLevelsDbfs.length).nullable(),
});
export type Conditions = z.infer<typeof conditionsSchema>;

/**
 * Data from a connected encoder that cannot be shown:
 * `nothing`: no bytes, or none any more.
 * `unknown`: neither MPEG-TS nor any other known format.
 * `no_tables`: MPEG-TS without PAT and PMT.
 * `no_media`: the tables name neither video nor audio that can be decoded.
 * `no_frames`: nothing arrives of the media in the tables.
 * `no_keyframe`: video arrives, but no frame that a decoder can start with.
 * `cut_keyframes`: the same, as GStreamer's srtsink causes it.
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

/** The loudness of a second by EBU R 128, in LUFS. */
const loudnessSchema = z.object({
  /** Mean of its momentary blocks above -70; null without one. */
  momentaryLufs: z.number().nullable(),
  /** The loudness of the last three seconds; null at the beginning and in silence. */
  shortTermLufs: z.number().nullable(),
});
export type Loudness = z.infer<typeof loudnessSchema>;

/** A worker's whole state. Sent each second, and when `ready` or `signal` changes, so a lost one does no harm. */
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
      /** Since the worker started: frames of a passed-through layer that it encoded until the camera's keyframe. */
      bridgedFrames: z.number().int().min(0).default(0),
      /** From an access unit's last byte in to its first packet out, on average. Null where none went out. */
      workerMs: z.number().min(0).nullable(),
      /** From its capture, or its sending where the encoder does not say, likewise. Null where that is unknown. */
      captureToRoomMs: z.number().nullable().default(null),
      /** Whether the way from the camera to its gateway is in it. Missing from workers of the previous version. */
      includesWay: z.boolean().optional(),
      /** From keyframe to keyframe; null until two have come. */
      gopSeconds: z.number().min(0).nullable(),
      /** Between two frames with nothing lost between them. Null where there were no two. */
      frameMs: z.object({ shortest: z.number(), longest: z.number() }).nullable(),
      /** Some frames are shown in another order than they come. */
      hasBFrames: z.boolean(),
      /** The encoder's clock against this machine's; null until there is enough of it. */
      clockDrift: z.object({ ppm: z.number(), errorPpm: z.number().min(0) }).nullable(),
      /** How much later media come than they once did in this connection. Null where none came. */
      delayMs: z.number().min(0).nullable().default(null),
      /** Highest sample of what the room hears, left and right, at least -100. Null where there was no audio. */
      audioDbfs: z.tuple([z.number(), z.number()]).nullable(),
      loudness: loudnessSchema.nullable().default(null),
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
  /** Null until the camera's media is known. */
  media: streamMediaSchema.nullable(),
  /** A bitrate beyond the limit drops the whole feed; a size or frame rate beyond it drops only the video. */
  excess: excessSchema.nullable().default(null),
  /** Null while nothing is connected, and while the data can be shown. */
  arrival: arrivalSchema.nullable().default(null),
  /** How many times faster than real time the camera sends, or sent last; null where it keeps time. */
  pace: z.number().nullable().default(null),
  /** Null while nothing is to be recorded. */
  recorder: recorderStateSchema.nullable().default(null),
  /** How much earlier than {@link workerPermitSchema}'s delay it has its latest keyframe. Null: not kept in step. */
  inStep: z.object({ marginMs: z.number() }).nullable().default(null),
  /** How each running destination does. */
  destinations: z.array(destinationReportSchema).optional(),
  /** Usage of the worker's own process, without its recorder and its SRT output. */
  usage: z
    .object({ cpuSeconds: z.number().min(0), memoryBytes: z.number().int().min(0) })
    .nullable()
    .default(null),
  /** Why the address of a pulled camera did not work at the last attempt; missing while it does, and for other sources. */
  pullFault: z.enum(pullFaults).optional(),
  /** Why a recording does not play; missing while it does, and for other sources. */
  fileFault: z.enum(fileFaults).optional(),
  /** How long the spare has taken the camera's place; null while it does not. Missing without a spare. */
  spare: z
    .object({
      shownSeconds: z.number().min(0).nullable(),
      /** How long the spare has had no picture; null while it has one. Missing from workers of the previous version. */
      missingSeconds: z.number().min(0).nullable().optional(),
      /** How the camera returns; `waits`: it has a picture, and nobody has given its place back yet. Missing likewise. */
      returns: z.enum([...spareReturns, 'waits']).optional(),
    })
    .optional(),
  /** A pulled camera's password: the worker asks whether it may send it, or has sent it and waits for the camera. */
  pullTurn: z.enum(['asks', 'has']).optional(),
  /** Set in the last report of a worker that ends by itself. */
  failed: workerFailureSchema.nullable(),
});
export type WorkerReport = z.infer<typeof workerReportSchema>;
