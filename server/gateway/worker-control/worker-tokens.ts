import { createHmac, hkdfSync } from 'node:crypto';
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
  const tokenBy = (secret: string): ((workerId: string) => string) => {
    const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
    return (workerId) => createHmac('sha256', key).update(workerId).digest('base64url');
  };
  const { LIVEKIT_API_SECRET, LIVEKIT_API_SECRET_FORMER } = livekitEnv();
  const current = tokenBy(LIVEKIT_API_SECRET);
  const former = LIVEKIT_API_SECRET_FORMER ? tokenBy(LIVEKIT_API_SECRET_FORMER) : null;
  return (workerId) => (former ? [current(workerId), former(workerId)] : [current(workerId)]);
}
