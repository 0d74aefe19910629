import { z } from 'zod';
import { envReader } from './read-env';

/** Where recordings are. Gateways write there by their workers, and web servers read. */
export const recordingsEnvSchema = z.object({
  /** A folder that both reach. Without one, this installation does not record. */
  RECORDINGS_DIR: z.string().min(1).optional(),
});

/** Where this installation keeps recordings. @throws like {@link envReader} */
export const recordingsEnv = envReader(recordingsEnvSchema);
