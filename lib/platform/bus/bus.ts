import { z } from 'zod';
import { metricSchema } from '@/lib/contracts/metrics';
import type { BusHealth } from './bus-probe';

const srtLinkReadingSchema = z.object({
  streamId: z.string(),
  rttMs: z.number().nullable(),
  /** Gateways before this figure do not send it. */
  jitterMs: z.number().nullable().default(null),
  receivedPackets: z.number(),
  lostPackets: z.number(),
  retransmittedPackets: z.number(),
  capacityKbps: z.number().nullable(),
  srtLatencyMs: z.number().nullable(),
});

/** What happened on the link of a stream's encoder in one second; see server/gateway/srt-router/srt-link.ts. */
export type SrtLinkReading = z.infer<typeof srtLinkReadingSchema>;

/**
 * What processes send each other after a commit. Ids only: the listener reads the rows it wants. Samples and links alone
 * come whole, for there is one a second for every live stream.
 */
export const busMessageSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('stream_upsert'),
    organizationId: z.string(),
    streamId: z.string(),
    isNew: z.boolean().optional(),
    /** It needs a gateway and has none. */
    isUnclaimed: z.boolean().optional(),
  }),
  z.object({ type: z.literal('stream_remove'), organizationId: z.string(), streamId: z.string() }),
  z.object({ type: z.literal('event_upsert'), organizationId: z.string(), eventId: z.string() }),
  z.object({ type: z.literal('event_remove'), organizationId: z.string(), eventId: z.string() }),
  /** Cameras of the event are on air, or no more. */
  z.object({ type: z.literal('tally_upsert'), organizationId: z.string(), eventId: z.string() }),
  /** It was opened after a while without viewers, or revoked. */
  z.object({
    type: z.literal('share_link_upsert'),
    organizationId: z.string(),
    eventId: z.string(),
    shareLinkId: z.string(),
  }),
  z.object({
    type: z.literal('stream_metrics'),
    samples: z.array(z.object({ streamId: z.string(), metrics: metricSchema })),
  }),
  /** Or an API token, whose id is in its place. */
  z.object({ type: z.literal('auth_session_revoked'), authSessionId: z.string(), organizationId: z.string() }),
  /** The user's role in the organization is another one now. */
  z.object({ type: z.literal('role_changed'), userId: z.string(), organizationId: z.string() }),
  /** From a gateway to which an encoder of this stream has come: an encoder elsewhere that is silent makes way. */
  z.object({ type: z.literal('srt_contest'), streamId: z.string(), gatewayId: z.string() }),
  /** From a gateway through which encoders of other gateways' streams are connected. */
  z.object({ type: z.literal('srt_links'), gatewayId: z.string(), links: z.array(srtLinkReadingSchema) }),
]);

export type BusMessage = z.infer<typeof busMessageSchema>;

export interface BusListener {
  /** One message, in the order of publication. */
  onMessage(message: BusMessage): void;
  /** Messages may be missing, since a connection was lost and is back: read everything anew. */
  onResync(): void;
}

/** The port between processes. `wire-bus.ts` makes it of a wire: postgres-wire.ts or redis-wire.ts. */
export interface Bus {
  /**
   * Sends to every process, this one included. Never rejects, for what it is about is committed already: a failure is
   * logged, and as soon as something can be sent again every listener is told to read everything anew.
   */
  publish(message: BusMessage): Promise<void>;
  /**
   * @returns a function that stops listening and frees the connection
   * @throws when there is no connection yet; later losses are made good
   */
  subscribe(listener: BusListener): Promise<() => Promise<void>>;
  /** How it does in this process; nothing is asked for it. */
  readonly health: BusHealth;
  /** Frees what publishing holds. */
  close(): Promise<void>;
}
