import { z } from 'zod';
import { databaseEnvSchema } from './database-env';
import { processEnvSchema } from './process-env';
import { reachEnvSchema } from './reach-env';
import { envReader } from './read-env';

/** The settings of the reset-password program. */
export const resetPasswordEnvSchema = z.object({
  ...processEnvSchema.shape,
  ...databaseEnvSchema.shape,
  PUBLIC_URL: reachEnvSchema.shape.PUBLIC_URL,
});

/** The settings of the reset-password program. @throws like {@link envReader} */
export const resetPasswordEnv = envReader(resetPasswordEnvSchema);
