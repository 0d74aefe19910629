import { z } from 'zod';
import { databaseEnvSchema } from './database-env';
import { processEnvSchema } from './process-env';
import { envReader } from './read-env';

/** The settings of the migrate program. */
export const migrateEnvSchema = z.object({
  ...processEnvSchema.shape,
  DATABASE_URL: databaseEnvSchema.shape.DATABASE_URL,
  DATABASE_DIRECT_URL: databaseEnvSchema.shape.DATABASE_DIRECT_URL,
});

/** The settings of the migrate program. @throws like {@link envReader} */
export const migrateEnv = envReader(migrateEnvSchema);
