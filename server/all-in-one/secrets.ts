import { randomBytes } from 'node:crypto';
import { chmod, open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { AppError } from '@/lib/core/errors';

const newSecret = (): string => randomBytes(32).toString('base64url');

const secretsSchema = z.object({
  authSecret: z.string().min(32),
  livekitApiKey: z.string().min(1),
  livekitApiSecret: z.string().min(32),
  /** Password of Postgres' superuser. */
  postgresPassword: z.string().min(1),
  /** Password of the product's role; files of older versions lack it. */
  databasePassword: z.string().min(1).default(newSecret),
});

export type LocalSecrets = z.infer<typeof secretsSchema>;

/**
 * The secrets of a run on one machine: made once, kept in `secrets.json` (mode 0600) of the data folder. Adds secrets
 * that the file of an older version lacks.
 * @throws AppError `invalid_configuration` when the file is damaged
 */
export async function loadSecrets(dataDir: string): Promise<LocalSecrets> {
  const file = secretsFile(dataDir);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  const secrets = text === null ? makeSecrets() : parseSecrets(file, text);
  const complete = `${JSON.stringify(secrets, null, 2)}\n`;
  if (complete !== text) await write(file, complete);
  // A copy or a restored backup may have come with another mode.
  await chmod(file, 0o600);
  return secrets;
}

export const secretsFile = (dataDir: string): string => path.join(dataDir, 'secrets.json');

/**
 * Takes over the signing secrets of a backup. The passwords of Postgres stay, because they belong to the data folder.
 * @throws AppError `invalid_configuration` when a file is damaged
 */
export async function restoreSecrets(dataDir: string, savedFile: string): Promise<void> {
  const { postgresPassword, databasePassword } = await loadSecrets(dataDir);
  const saved = parseSecrets(savedFile, await readFile(savedFile, 'utf8'));
  const restored: LocalSecrets = Object.assign(saved, { postgresPassword, databasePassword });
  await write(secretsFile(dataDir), `${JSON.stringify(restored, null, 2)}\n`);
}

/** @throws AppError `invalid_configuration` when a file of secrets is damaged */
export async function requireSecrets(file: string): Promise<void> {
  parseSecrets(file, await readFile(file, 'utf8'));
}

const makeSecrets = (): LocalSecrets => ({
  authSecret: newSecret(),
  livekitApiKey: `key-${randomBytes(6).toString('hex')}`,
  livekitApiSecret: newSecret(),
  postgresPassword: newSecret(),
  databasePassword: newSecret(),
});

function parseSecrets(file: string, text: string): LocalSecrets {
  try {
    return secretsSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new AppError('invalid_configuration', `${file} is damaged; restore it, or start with another DATA_DIR.`, {
      cause,
    });
  }
}

/** Written aside and moved, so that a full disk leaves no half file that would lock the database's password away. */
async function write(file: string, text: string): Promise<void> {
  const aside = await open(`${file}.new`, 'w', 0o600);
  await aside.writeFile(text);
  await aside.sync();
  await aside.close();
  await rename(`${file}.new`, file);
}
