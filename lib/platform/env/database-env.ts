import { z } from 'zod';
import { envReader } from './read-env';

const postgresUrl = z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgresql:// address' });

/** Where all state is, and what carries messages between processes; web and gateway share these. */
export const databaseEnvSchema = z.object({
  DATABASE_URL: postgresUrl,
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'must be a redis:// or rediss:// address' }).optional(),
});

/** How this process reaches the database and the bus. @throws like {@link envReader} */
export const databaseEnv = envReader(databaseEnvSchema);

/** The database's address for what needs a session of its own: messages, leases, migrations and backups. */
export const directDatabaseUrl = ({
  DATABASE_URL,
  DATABASE_DIRECT_URL,
}: Pick<z.infer<typeof databaseEnvSchema>, 'DATABASE_URL' | 'DATABASE_DIRECT_URL'>): string =>
  DATABASE_DIRECT_URL ?? DATABASE_URL;
