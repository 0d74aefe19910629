import { z } from 'zod';
import { openText, type Seal, sealText } from '@/lib/core/sealed-text';
import { livekitEnv } from '../env/livekit-env';

const pullTargetSchema = z.object({
  /** The whole address, with what lets the server in. */
  address: z.string(),
  /** Whether it was set for the organization that runs this server. */
  isOperators: z.boolean(),
});

/** Where a camera is pulled from, as the database holds it encrypted. */
export type PullTarget = z.infer<typeof pullTargetSchema>;

/** Web seals and gateways open, so the key comes from the secret that both have. */
const seal = (secret: string, streamId: string): Seal => ({
  secret,
  purpose: 'sightline pull target',
  place: streamId,
});

/** Encrypts a stream's target for the database. */
export const sealPullTarget = (streamId: string, target: PullTarget): string =>
  sealText(JSON.stringify(target), seal(livekitEnv().LIVEKIT_API_SECRET, streamId));

/**
 * Decrypts a stream's target.
 * @returns null where neither the present nor the former secret opens it; `isFormer`: the former one did
 */
export function openPullTarget(streamId: string, sealed: string): { target: PullTarget; isFormer: boolean } | null {
  const { LIVEKIT_API_SECRET: present, LIVEKIT_API_SECRET_FORMER: former } = livekitEnv();
  for (const secret of former ? [present, former] : [present]) {
    const text = openText(sealed, seal(secret, streamId));
    if (text !== null) return { target: pullTargetSchema.parse(JSON.parse(text)), isFormer: secret !== present };
  }
  return null;
}
