import { z } from 'zod';

/**
 * A reading of an encoder's clock by its gateway: when some packets of the last second were sent. Their worker compares
 * that with when it got them, which is later by the SRT latency and by whatever else held them up.
 */
export const senderReadingSchema = z.object({
  /**
   * Each packet with its time of sending, in milliseconds since 1970. A packet is known by its payload's print
   * (lib/core/payload-print.ts), or by its place in the connection.
   */
  packets: z.array(z.tuple([z.number(), z.number()])),
  /** Encrypted packets are known by their place: the first one has 0. */
  byIndex: z.boolean(),
  /** Half of the shortest round trip. */
  wayMs: z.number().min(0),
  uncertaintyMs: z.number().min(0),
});
export type SenderReading = z.infer<typeof senderReadingSchema>;
