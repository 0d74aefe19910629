import { hostname } from 'node:os';
import { z } from 'zod';
import { databaseEnvSchema } from './database-env';
import { checkFormerKey, formerLivekitEnvSchema, livekitEnvSchema } from './livekit-env';
import { mediaPortsEnvSchema } from './media-ports-env';
import { mediaProcessEnvSchema } from './media-process-env';
import { operationsEnvSchema } from './operations-env';
import { processEnvSchema } from './process-env';
import { pullEnvSchema } from './pull-env';
import { envReader, port } from './read-env';
import { checkBucket, recordingsEnvSchema } from './recordings-env';

/** Where to run workers as Pods; WORKER_DRIVER=kubernetes needs the first two. */
const kubernetesEnvSchema = z.object({
  KUBERNETES_NAMESPACE: z.string().min(1).max(63).optional(),
  KUBERNETES_WORKER_IMAGE: z.string().min(1).optional(),
  KUBERNETES_INSTALLATION: z
    .string()
    .regex(/^[a-z0-9]([a-z0-9.-]{0,61}[a-z0-9])?$/, 'must be a name of lowercase letters, digits and hyphens')
    .default('sightline'),
  KUBERNETES_POD_TEMPLATE: z.string().min(1).optional(),
});

const wildcards = ['0.0.0.0', '::'];

/** The settings of the gateway program. It signs no users in, so it has no AUTH_SECRET. */
export const gatewayEnvSchema = z
  .object({
    ...processEnvSchema.shape,
    ...databaseEnvSchema.shape,
    ...livekitEnvSchema.shape,
    ...formerLivekitEnvSchema.shape,
    ...mediaPortsEnvSchema.shape,
    ...operationsEnvSchema.shape,
    ...recordingsEnvSchema.shape,
    GATEWAY_ID: z.string().min(1).max(120).default(hostname()),
    GATEWAY_HOST: z.string().default('::'),
    GATEWAY_API_HOST: z.string().default('127.0.0.1'),
    // 0: any free port.
    GATEWAY_API_PORT: z.union([z.literal('0').transform(() => 0), port]).default(0),
    GATEWAY_API_URL: z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' }).optional(),
    GATEWAY_MAX_STREAMS: z.coerce.number().int().min(1).default(200),
    GATEWAY_RESERVED_MEMORY_MB: z.coerce.number().int().min(0).default(200),
    WORKER_DRIVER: z.enum(['process', 'kubernetes'], 'must be process or kubernetes').default('process'),
    ...kubernetesEnvSchema.shape,
    WORKER_STATE_DIR: z.string().min(1).optional(),
    VIDEO_ENCODER: z.enum(['auto', 'software'], 'must be auto or software').default('auto'),
    CAMERA_MAX_SIDE_PIXELS: z.coerce.number().int().min(16).max(16384).default(4096),
    CAMERA_MAX_FPS: z.coerce.number().int().min(1).max(1000).default(120),
    CAMERA_MAX_BITRATE_KBPS: z.coerce.number().int().min(100).max(1_000_000).default(60_000),
    ...mediaProcessEnvSchema.shape,
    ...pullEnvSchema.shape,
  })
  .refine(({ GATEWAY_API_HOST, GATEWAY_API_URL }) => GATEWAY_API_URL || !wildcards.includes(GATEWAY_API_HOST), {
    path: ['GATEWAY_API_URL'],
    message: 'must say where workers reach this gateway, because GATEWAY_API_HOST is no single address',
  })
  .superRefine(checkFormerKey)
  .superRefine(checkBucket)
  .superRefine((settings, context) => {
    if (settings.WORKER_DRIVER !== 'kubernetes') {
      if (settings.RECORDINGS_S3_BUCKET === undefined || settings.RECORDINGS_DIR) return;
      const message = 'must be a folder for what is not in the bucket yet, because RECORDINGS_S3_BUCKET is set';
      context.addIssue({ code: 'custom', path: ['RECORDINGS_DIR'], message });
      return;
    }
    if (settings.RECORDINGS_DIR) {
      const message = 'must not be set, because WORKER_DRIVER is kubernetes: each Pod records on a disk of its own';
      context.addIssue({ code: 'custom', path: ['RECORDINGS_DIR'], message });
    }
    for (const needed of ['KUBERNETES_NAMESPACE', 'KUBERNETES_WORKER_IMAGE'] as const) {
      if (settings[needed]) continue;
      const message = 'must be set, because WORKER_DRIVER is kubernetes';
      context.addIssue({ code: 'custom', path: [needed], message });
    }
  });

export type GatewayEnv = z.infer<typeof gatewayEnvSchema>;

/** The settings of the gateway program. @throws like {@link envReader} */
export const gatewayEnv = envReader(gatewayEnvSchema);
