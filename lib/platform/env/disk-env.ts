import { z } from 'zod';
import { envReader } from './read-env';

/** Where this installation keeps what it cannot lose, for whoever looks at the disk's free space. */
export const diskEnvSchema = z.object({
  /** Absent where Postgres and LiveKit run elsewhere. */
  DATA_DIR: z.string().min(1).optional(),
  /** The folder of the backups. */
  BACKUP_DIR: z.string().min(1).optional(),
});

/** Where this installation keeps its data. @throws like {@link envReader} */
export const diskEnv = envReader(diskEnvSchema);
