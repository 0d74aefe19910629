import { z } from 'zod';
import { databaseEnvSchema } from './database-env';
import { diskEnvSchema } from './disk-env';
import { livekitEnvSchema } from './livekit-env';
import { operatorEnvSchema } from './operator-env';
import { processEnvSchema } from './process-env';
import { reachEnvSchema } from './reach-env';
import { envReader } from './read-env';
import { recordingsEnvSchema } from './recordings-env';

/** The settings that the doctor program checks. */
export const doctorEnvSchema = z.object({
  ...processEnvSchema.shape,
  ...databaseEnvSchema.shape,
  ...livekitEnvSchema.shape,
  ...reachEnvSchema.shape,
  ...recordingsEnvSchema.shape,
  ...diskEnvSchema.shape,
  ...operatorEnvSchema.shape,
});

/** The settings of the doctor program. @throws like {@link envReader} */
export const doctorEnv = envReader(doctorEnvSchema);
