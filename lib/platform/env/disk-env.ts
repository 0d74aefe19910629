import { z } from 'zod';
import { envReader } from './read-env';

/** Where this installation keeps what it cannot lose, for whoever looks at the disk's free space. */
export const diskEnvSchema = z.object({
  /** Absent where Postgres and LiveKit run elsewhere. */
  DATA_DIR: z.string().min(1).optional(),
  /** The folder of the backups. */
  BACKUP_DIR: z.string().min(1).optional(),
  /** How often a backup is made; 0 where that is not `npm run backup`'s work. */
  BACKUP_EVERY_HOURS: z.coerce.number().int().min(0).max(8_760).default(24),
});

/** Where this installation keeps its data. @throws like {@link envReader} */
export const diskEnv = envReader(diskEnvSchema);
