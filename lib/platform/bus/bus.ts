import { z } from 'zod';
import { bondedLinkSchema } from '@/lib/contracts/bonded-link';
import { metricSchema } from '@/lib/contracts/metrics';
import { ptzCalibrationSchema, ptzCommandSchema, ptzControlSchema } from '@/lib/contracts/ptz';
import { senderReadingSchema } from '@/lib/contracts/sender-reading';
import type { BusHealth } from './bus-probe';

const srtLinkReadingSchema = z.object({
  streamId: z.string(),
  rttMs: z.number().nullable(),
  /** Older gateways do not send it. */
  jitterMs: z.number().nullable().default(null),
  receivedPackets: z.number(),
  lostPackets: z.number(),
  retransmittedPackets: z.number(),
  capacityKbps: z.number().nullable(),
  srtLatencyMs: z.number().nullable(),
  /** Older gateways do not send it. */
  sender: senderReadingSchema.nullable().default(null),
  /** Older gateways do not send it. */
  bond: z.array(bondedLinkSchema).nullable().default(null),
});

/** One second's figures of a stream's encoder's link; see server/gateway/srt/srt-link.ts. */
export type SrtLinkReading = z.infer<typeof srtLinkReadingSchema>;

const ptzOrderSchema = z.object({
  streamId: z.string(),
  organizationId: z.string(),
  control: ptzControlSchema,
  calibration: ptzCalibrationSchema.optional(),
  /** The auth session or API token that moves the camera. */
  mover: z.string(),
  command: ptzCommandSchema,
});

export const ptzFailureCodes = z.enum(['conflict', 'too_many_requests', 'unavailable']);
const ptzFailureSchema = z.object({ code: ptzFailureCodes, message: z.string() });

/** Why an order was not carried out. */
export type PtzFailure = z.infer<typeof ptzFailureSchema>;

/** A command to a camera, of an actor who may give it. */
export type PtzOrder = z.infer<typeof ptzOrderSchema>;

/**
 * Messages between processes after a commit. They carry only ids; the listener reads the rows it wants. Only samples
 * and links come whole, because each live stream has one a second.
 */
export const busMessageSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('stream_upsert'),
    organizationId: z.string(),
    streamId: z.string(),
    isNew: z.boolean().optional(),
    /** The stream needs a gateway and has none. */
    isUnclaimed: z.boolean().optional(),
  }),
  z.object({ type: z.literal('stream_remove'), organizationId: z.string(), streamId: z.string() }),
  z.object({ type: z.literal('event_upsert'), organizationId: z.string(), eventId: z.string() }),
  z.object({ type: z.literal('event_remove'), organizationId: z.string(), eventId: z.string() }),
  /** The event's cameras on air have changed. */
  z.object({ type: z.literal('tally_upsert'), organizationId: z.string(), eventId: z.string() }),
  z.object({ type: z.literal('export_upsert'), organizationId: z.string(), exportId: z.string() }),
  z.object({ type: z.literal('export_remove'), organizationId: z.string(), exportId: z.string() }),
  /** An upload is whole: an exporter can convert it. */
  z.object({ type: z.literal('import_ready'), importId: z.string() }),
  z.object({ type: z.literal('destination_upsert'), organizationId: z.string(), destinationId: z.string() }),
  z.object({ type: z.literal('destination_remove'), organizationId: z.string(), destinationId: z.string() }),
  /** An address is to be tried. */
  z.object({ type: z.literal('pull_try'), tryId: z.string() }),
  z.object({ type: z.literal('mark_upsert'), organizationId: z.string(), markId: z.string() }),
  z.object({ type: z.literal('mark_remove'), organizationId: z.string(), markId: z.string() }),
  z.object({ type: z.literal('comment_upsert'), organizationId: z.string(), commentId: z.string() }),
  z.object({ type: z.literal('comment_remove'), organizationId: z.string(), commentId: z.string() }),
  /** The link was opened after a while without viewers, or revoked. */
  z.object({
    type: z.literal('share_link_upsert'),
    organizationId: z.string(),
    eventId: z.string(),
    shareLinkId: z.string(),
  }),
  /** A phone has reported, joined or was told something. */
  z.object({ type: z.literal('phone_upsert'), organizationId: z.string(), streamId: z.string() }),
  /** The director has told phones of this event something. */
  z.object({ type: z.literal('crew_message'), organizationId: z.string(), eventId: z.string() }),
  z.object({ type: z.literal('phone_remove'), organizationId: z.string(), streamId: z.string() }),
  /** Another phone is the camera: the one that joined before has to leave. */
  z.object({
    type: z.literal('phone_handed_over'),
    organizationId: z.string(),
    eventId: z.string(),
    streamId: z.string(),
    atMs: z.number(),
  }),
  /** The invite was revoked: its phones have to leave. */
  z.object({
    type: z.literal('camera_invite_revoked'),
    organizationId: z.string(),
    eventId: z.string(),
    inviteId: z.string(),
  }),
  z.object({
    type: z.literal('stream_metrics'),
    samples: z.array(z.object({ streamId: z.string(), metrics: metricSchema })),
  }),
  /** The id may be an API token's. */
  z.object({ type: z.literal('auth_session_revoked'), authSessionId: z.string(), organizationId: z.string() }),
  /** The user's role in the organization has changed. */
  z.object({ type: z.literal('role_changed'), userId: z.string(), organizationId: z.string() }),
  /** A gateway has a new encoder of this stream: a silent encoder elsewhere makes way. */
  z.object({ type: z.literal('srt_contest'), streamId: z.string(), gatewayId: z.string() }),
  /** A command to a camera that the process `to` is connected to. */
  z.object({
    type: z.literal('ptz_order'),
    to: z.string(),
    from: z.string(),
    orderId: z.string(),
    order: ptzOrderSchema,
  }),
  /** The end of an order: null where the camera has taken it. */
  z.object({
    type: z.literal('ptz_answer'),
    to: z.string(),
    orderId: z.string(),
    failure: ptzFailureSchema.nullable(),
  }),
  /** A gateway reports the encoders of other gateways' streams. */
  z.object({ type: z.literal('srt_links'), gatewayId: z.string(), links: z.array(srtLinkReadingSchema) }),
]);

export type BusMessage = z.infer<typeof busMessageSchema>;

export interface BusListener {
  /** Takes one message, in the order of publication. */
  onMessage(message: BusMessage): void;
  /** Messages may be missing, because a connection was lost and is back: read everything again. */
  onResync(): void;
}

/** The port between processes. `wire-bus.ts` makes it from a wire: postgres-wire.ts or redis-wire.ts. */
export interface Bus {
  /**
   * Sends to every process, including this one. It never rejects, because its subject is committed already. A failure
   * is logged, and every listener is told to read everything again once sending works.
   */
  publish(message: BusMessage): Promise<void>;
  /**
   * @returns a function that stops listening and frees the connection
   * @throws when there is no connection yet; a later loss is repaired
   */
  subscribe(listener: BusListener): Promise<() => Promise<void>>;
  /**
   * Sends a message over the bus to a line of its own, and waits for it.
   * @returns how long it took, in milliseconds
   * @throws Error when there is no connection, or nothing comes back in time
   */
  measureRoundTrip(timeoutMs: number): Promise<number>;
  /** Its health in this process, without asking anyone. */
  readonly health: BusHealth;
  /** Frees what publishing uses. */
  close(): Promise<void>;
}
