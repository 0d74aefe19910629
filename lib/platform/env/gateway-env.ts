import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { databaseEnvSchema } from './database-env';
import { livekitEnvSchema } from './livekit-env';
import { processEnvSchema } from './process-env';
import { envReader } from './read-env';
import { srtPortsEnvSchema } from './srt-ports-env';

/** The settings of the gateway program. It signs no users in, so it has no AUTH_SECRET. */
export const gatewayEnvSchema = z.object({
  ...processEnvSchema.shape,
  ...databaseEnvSchema.shape,
  ...livekitEnvSchema.shape,
  ...srtPortsEnvSchema.shape,
  GATEWAY_ID: z.string().min(1).max(120).default(hostname()),
  GATEWAY_HOST: z.string().default('0.0.0.0'),
  GATEWAY_MAX_STREAMS: z.coerce.number().int().min(1).default(200),
  WORKER_STATE_DIR: z.string().min(1).default(path.join(tmpdir(), 'sightline-workers')),
  SRT_LATENCY_MS: z.coerce.number().int().min(20).max(8000).default(120),
});

/** The settings of the gateway program. @throws like {@link envReader} */
export const gatewayEnv = envReader(gatewayEnvSchema);
