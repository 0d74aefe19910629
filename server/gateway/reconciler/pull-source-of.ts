import type { WorkerSource } from '@/lib/contracts/worker-protocol';
import { hostOf } from '@/lib/core/url-host';
import { gatewayEnv } from '@/lib/platform/env/gateway-env';
import { pullNetworksFor } from '@/lib/platform/env/pull-env';
import { openPullTarget } from '@/lib/platform/pull/pull-target';
import type { LeasedStream } from '../store/leased-stream';

/** The worker's source for a camera that is pulled: its address in plain, and where it may lead. */
export function pullSourceOf({
  id,
  pullTarget,
}: Pick<LeasedStream, 'id' | 'pullTarget'>): Extract<WorkerSource, { kind: 'pull' }> {
  const target = pullTarget === null ? undefined : openPullTarget(id, pullTarget)?.target;
  return {
    kind: 'pull',
    address: target?.address ?? null,
    networks: pullNetworksFor(target?.isOperators ?? false),
    ownServices: ownServices(),
  };
}

/** The services that this gateway reaches at an address, wherever they run. */
const ownServices = (): { host: string; port: number }[] => {
  const { DATABASE_URL, DATABASE_DIRECT_URL, REDIS_URL, LIVEKIT_URL, RECORDINGS_S3_ENDPOINT } = gatewayEnv();
  return [DATABASE_URL, DATABASE_DIRECT_URL, REDIS_URL, LIVEKIT_URL, RECORDINGS_S3_ENDPOINT]
    .flatMap((address) => (address === undefined ? [] : new URL(address)))
    .map((url) => ({ host: hostOf(url), port: Number(url.port) || (usualPorts[url.protocol] ?? 0) }));
};

const usualPorts: Readonly<Record<string, number>> = {
  'postgres:': 5432,
  'postgresql:': 5432,
  'redis:': 6379,
  'rediss:': 6379,
  'ws:': 80,
  'wss:': 443,
  'http:': 80,
  'https:': 443,
};
