import { z } from 'zod';

/** What processes tell each other after a commit. Ids only: the listener reads the rows it wants. */
export const busMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('stream_upsert'), organizationId: z.string(), streamId: z.string() }),
  z.object({ type: z.literal('stream_remove'), organizationId: z.string(), streamId: z.string() }),
]);

export type BusMessage = z.infer<typeof busMessageSchema>;

export interface BusListener {
  /** One message, in the order of publication. */
  onMessage(message: BusMessage): void;
  /** The connection was lost and is back: messages may be missing, read everything anew. */
  onResync(): void;
}

/** The port between processes. Adapters: postgres-bus.ts. */
export interface Bus {
  publish(message: BusMessage): Promise<void>;
  /** @returns a function that stops listening and frees the connection */
  subscribe(listener: BusListener): Promise<() => Promise<void>>;
}
