import { createHmac, hkdfSync } from 'node:crypto';
import { livekitEnv } from '@/lib/platform/env/livekit-env';

let key: Buffer | undefined;

/**
 * The bearer token between a worker and the gateways, in both directions. It is derived from a secret that all gateways
 * share, so that each can make it for a worker that another one started.
 */
export function workerToken(workerId: string): string {
  key ??= Buffer.from(hkdfSync('sha256', livekitEnv().LIVEKIT_API_SECRET, '', 'sightline worker token', 32));
  return createHmac('sha256', key).update(workerId).digest('base64url');
}
