import { z } from 'zod';
import { destinationKindNames, destinationStates } from './destination-kinds';

/** Why a destination is not live. */
export const destinationCauses = [
  'unresolved',
  'not_allowed',
  'unreachable',
  'certificate',
  'no_answer',
  'not_rtmp',
  'refused',
  'closed',
  'stalled',
  'unauthorized',
  'not_found',
  'no_media',
  'unsupported_video',
  'unsupported_picture',
  'no_picture',
  'failed',
  'key_lost',
] as const;
export type DestinationCause = (typeof destinationCauses)[number];

/** A running destination, for the worker that serves it. */
export const destinationTaskSchema = z.object({
  id: z.uuid(),
  /** Counts the changes of address and key and the presses on On: each begins anew. */
  revision: z.number().int(),
  kind: z.enum(destinationKindNames),
  address: z.string(),
  /** The stream key of RTMP, the streamid of SRT, or the bearer token of WHIP. */
  key: z.string().nullable(),
  /** SRT alone has one. */
  passphrase: z.string().nullable(),
  /** A server has taken this address and key before, so that a failure is not a wrong key. */
  isProven: z.boolean(),
});
export type DestinationTask = z.infer<typeof destinationTaskSchema>;

/** How a running destination does. */
export const destinationReportSchema = z.object({
  id: z.uuid(),
  revision: z.number().int(),
  state: z.enum(destinationStates).exclude(['off']),
  cause: z.enum(destinationCauses).nullable(),
  /** The server's own words, or a codec; without the key. */
  detail: z.string().max(200).nullable(),
  /** How long it has been in this state. */
  stateMs: z.number().min(0),
  /** The rate at which the server takes the stream, over the last seconds. */
  bitrateKbps: z.number().min(0),
  /** How much waits to be sent, in milliseconds of the camera's time. */
  behindMs: z.number().min(0),
  /** Frames left out since it was switched on, because the server takes too little. */
  droppedFrames: z.number().int().min(0),
  /** Bytes sent since it was switched on. A former worker does not count them. */
  sentBytes: z.number().int().min(0).default(0),
  /** How often it has been live again, since it was switched on. */
  reconnects: z.number().int().min(0).default(0),
  isProven: z.boolean(),
});
export type DestinationReport = z.infer<typeof destinationReportSchema>;
