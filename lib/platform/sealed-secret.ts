import { openText, type Seal, sealText } from '@/lib/core/sealed-text';
import { livekitEnv } from './env/livekit-env';

/** Where a secret belongs; see {@link Seal}. */
type Place = Omit<Seal, 'secret'>;

/** Encrypts for the database. Web seals and gateways open, so the key comes from the secret that both have. */
export const sealSecret = (text: string, place: Place): string =>
  sealText(text, Object.assign({ secret: livekitEnv().LIVEKIT_API_SECRET }, place));

/**
 * Decrypts what {@link sealSecret} has made.
 * @returns null where neither the present nor the former secret opens it; `isFormer`: the former one did
 */
export function openSecret(sealed: string, place: Place): { text: string; isFormer: boolean } | null {
  const { LIVEKIT_API_SECRET: present, LIVEKIT_API_SECRET_FORMER: former } = livekitEnv();
  for (const secret of former ? [present, former] : [present]) {
    const text = openText(sealed, Object.assign({ secret }, place));
    if (text !== null) return { text, isFormer: secret !== present };
  }
  return null;
}
