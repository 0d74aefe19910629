import { createHmac, hkdfSync } from 'node:crypto';
import { livekitEnv } from '@/lib/platform/env/livekit-env';

/** The bearer token between a worker and the gateways, in both directions. */
export type WorkerToken = (workerId: string) => string;

/**
 * Derives tokens from a secret that all gateways share, so that each can make one for a worker that another one started.
 * @param identity the installation's: a restored copy, which has the same secret, must not command the original's workers
 */
export function makeWorkerToken(identity: string): WorkerToken {
  const purpose = ['sightline worker token', identity].filter(Boolean).join(' ');
  const key = Buffer.from(hkdfSync('sha256', livekitEnv().LIVEKIT_API_SECRET, '', purpose, 32));
  return (workerId) => createHmac('sha256', key).update(workerId).digest('base64url');
}
