import { z } from 'zod';

/** One link of an encoder that bonds several by SRTLA. */
export const bondedLinkSchema = z.object({
  share_percent: z.int().describe("Its share of the camera's packets."),
  rtt_ms: z.int().nullable().describe('Its round trip; null where the encoder does not report it.'),
  loss_percent: z
    .number()
    .nullable()
    .describe('Packets that were lost on it, among all of it; null where the encoder does not report that.'),
});
export type BondedLink = z.infer<typeof bondedLinkSchema>;
