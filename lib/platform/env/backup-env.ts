import { z } from 'zod';
import { diskEnvSchema } from './disk-env';
import { migrateEnvSchema } from './migrate-env';
import { envReader } from './read-env';

/** The settings of the backup program. */
export const backupEnvSchema = z.object({
  ...migrateEnvSchema.shape,
  BACKUP_DIR: diskEnvSchema.shape.BACKUP_DIR,
  /** For how many days the program keeps what it has put there. */
  BACKUP_KEEP_DAYS: z.coerce.number().int().min(1).default(14),
});

/** The settings of the backup program. @throws like {@link envReader} */
export const backupEnv = envReader(backupEnvSchema);
