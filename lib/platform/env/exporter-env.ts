import { hostname } from 'node:os';
import { z } from 'zod';
import { databaseEnvSchema } from './database-env';
import { mediaProcessEnvSchema } from './media-process-env';
import { processEnvSchema } from './process-env';
import { envReader } from './read-env';
import { checkBucket, recordingsEnvSchema } from './recordings-env';

/** The settings of the exporter program. It signs nothing and opens no port. */
export const exporterEnvSchema = z.object({
  ...processEnvSchema.shape,
  ...databaseEnvSchema.shape,
  ...recordingsEnvSchema.shape,
  ...mediaProcessEnvSchema.shape,
});

/** The settings of the exporter program. @throws like {@link envReader} */
export const exporterEnv = envReader(exporterEnvSchema.superRefine(checkBucket));

/** Names this process among exporters. */
export const exporterName = (): string => `${hostname()}-${process.pid}`;
