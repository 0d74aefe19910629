import { z } from 'zod';
import type { HostRights } from '@/lib/core/pull-networks';
import { hostOf } from '@/lib/core/url-host';
import { databaseEnvSchema } from './database-env';
import { livekitEnvSchema } from './livekit-env';
import { envReader } from './read-env';
import { recordingsEnvSchema } from './recordings-env';

const servicesEnv = envReader(
  z.object({
    ...databaseEnvSchema.partial().shape,
    LIVEKIT_URL: livekitEnvSchema.shape.LIVEKIT_URL.optional(),
    RECORDINGS_S3_ENDPOINT: recordingsEnvSchema.shape.RECORDINGS_S3_ENDPOINT,
  }),
);

/** The services that this program reaches at an address, wherever they run. @throws like {@link envReader} */
export const ownServices = (): HostRights['ownServices'] =>
  Object.values(servicesEnv())
    .flatMap((address) => (address === undefined ? [] : new URL(address)))
    .map((url) => ({ host: hostOf(url), port: Number(url.port) || (usualPorts[url.protocol] ?? 0) }));

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
