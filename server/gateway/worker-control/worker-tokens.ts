import { secretDeriver } from '@/lib/core/secret-deriver';
import { livekitEnv } from '@/lib/platform/env/livekit-env';

/**
 * A worker's bearer tokens, in both directions. The first one is its token from now on. The other, if any, is the one that
 * it may still have from before LiveKit's key was rotated.
 */
export type WorkerTokens = (workerId: string) => [current: string, ...former: string[]];

/**
 * Derives tokens from a secret that all gateways share, so that each can make one for a worker that another one started.
 * @param identity the installation's: a restored copy, which has the same secret, must not command the original's workers
 */
export function makeWorkerTokens(identity: string): WorkerTokens {
  const purpose = ['sightline worker token', identity].filter(Boolean).join(' ');
  const { LIVEKIT_API_SECRET, LIVEKIT_API_SECRET_FORMER } = livekitEnv();
  const current = secretDeriver(LIVEKIT_API_SECRET, purpose);
  const former = LIVEKIT_API_SECRET_FORMER ? secretDeriver(LIVEKIT_API_SECRET_FORMER, purpose) : null;
  return (workerId) => (former ? [current(workerId), former(workerId)] : [current(workerId)]);
}
