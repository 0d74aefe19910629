import { hostOf } from '@/lib/core/url-host';
import { gatewayEnv } from './gateway-env';

/** The services that this gateway reaches at an address, wherever they run. */
export const ownServices = (): { host: string; port: number }[] => {
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
