import { z } from 'zod';
import { streamMediaSchema, streamSignalSchema } from './streams';

/** What a driver tells a worker that has been waiting for it, as the only message of their IPC channel. */
export const workerJobSchema = z.object({
  streamId: z.string(),
  generation: z.number().int(),
  /** Where the worker listens for SRT: the camera in, the viewers out. */
  podIp: z.string(),
  inputPort: z.number().int(),
  outputPort: z.number().int(),
  srtLatencyMs: z.number().int(),
  /** Encoder and viewers must encrypt with it. */
  passphrase: z.string().nullable(),
  livekitUrl: z.string(),
  participantIdentity: z.string(),
  /** The gateway's internal HTTP address; the paths below hang on it. */
  gatewayUrl: z.string(),
  /** Bearer token for the gateway's internal HTTP address, good for this stream and generation only. */
  gatewayToken: z.string(),
});

export type WorkerJob = z.infer<typeof workerJobSchema>;

/** POST {gatewayUrl}/workers/{streamId}/report, answered 204; 410 once the gateway no longer wants this worker. */
export const reportPath = (streamId: string): string => `/workers/${streamId}/report`;
/** POST {gatewayUrl}/workers/{streamId}/room-token, answered {token}: a LiveKit token for one join. */
export const roomTokenPath = (streamId: string): string => `/workers/${streamId}/room-token`;

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
      /** Since the worker started: pictures that did not reach the room whole. */
      droppedFrames: z.number().int().min(0),
      /** From a picture's last byte in to its first packet out, on average. Null where none went out. */
      workerMs: z.number().min(0).nullable(),
      /** From keyframe to keyframe; null until two have come. */
      gopSeconds: z.number().min(0).nullable(),
      /** Between two pictures with nothing lost between them. Null where there were no two. */
      frameMs: z.object({ shortest: z.number(), longest: z.number() }).nullable(),
      /** Some pictures are shown in another order than they come. */
      hasBFrames: z.boolean(),
      /** The encoder's clock against this machine's; null until there is enough of it. */
      clockDrift: z.object({ ppm: z.number(), errorPpm: z.number().min(0) }).nullable(),
      /** Highest sample of what the room hears, left and right, at least -100. Null where there was no sound. */
      audioDbfs: z.tuple([z.number(), z.number()]).nullable(),
    })
    .nullable(),
  /** How often a camera has connected since the worker started. */
  connectCount: z.number().int().min(0),
  /** Null until it is known what the camera sends. */
  media: streamMediaSchema.nullable(),
});

export type WorkerReport = z.infer<typeof workerReportSchema>;

export const roomTokenSchema = z.object({ token: z.string() });
