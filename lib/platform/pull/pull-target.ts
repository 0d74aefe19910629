import { z } from 'zod';
import { openSecret, sealSecret } from '../sealed-secret';

const pullTargetSchema = z.object({
  /** The whole address, with what lets the server in. */
  address: z.string(),
  /** Whether it was set for the organization that runs this server. */
  isOperators: z.boolean(),
});

/** Where a camera is pulled from, as the database holds it encrypted. */
export type PullTarget = z.infer<typeof pullTargetSchema>;

const placeOf = (streamId: string) => ({ purpose: 'sightline pull target', place: streamId });

/** Encrypts a stream's target for the database. */
export const sealPullTarget = (streamId: string, target: PullTarget): string =>
  sealSecret(JSON.stringify(target), placeOf(streamId));

/** Decrypts a stream's target; see {@link openSecret}. */
export function openPullTarget(streamId: string, sealed: string): { target: PullTarget; isFormer: boolean } | null {
  const opened = openSecret(sealed, placeOf(streamId));
  return opened && { target: pullTargetSchema.parse(JSON.parse(opened.text)), isFormer: opened.isFormer };
}
