import { z } from 'zod';
import { envReader } from './read-env';

/** Where all state is, and what carries messages between processes; web and gateway share these. */
export const databaseEnvSchema = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgresql:// address' }),
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'must be a redis:// or rediss:// address' }).optional(),
});

/** How this process reaches the database and the bus. @throws like {@link envReader} */
export const databaseEnv = envReader(databaseEnvSchema);
