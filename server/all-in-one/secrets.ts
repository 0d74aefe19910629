import { randomBytes } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { AppError } from '@/lib/core/errors';

const secretsSchema = z.object({
  authSecret: z.string().min(32),
  livekitApiKey: z.string().min(1),
  livekitApiSecret: z.string().min(32),
  postgresPassword: z.string().min(1),
});

export type LocalSecrets = z.infer<typeof secretsSchema>;

/**
 * The secrets of a run on one machine: made once, kept in `secrets.json` (mode 0600) of the data folder.
 * @throws AppError `invalid_configuration` when the file is damaged
 */
export async function loadSecrets(dataDir: string): Promise<LocalSecrets> {
  const file = path.join(dataDir, 'secrets.json');
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return makeSecrets(file);
  try {
    return secretsSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new AppError('invalid_configuration', `${file} is damaged; restore it, or start with another DATA_DIR.`, {
      cause,
    });
  }
}

async function makeSecrets(file: string): Promise<LocalSecrets> {
  const secrets: LocalSecrets = {
    authSecret: randomBytes(32).toString('base64url'),
    livekitApiKey: `key-${randomBytes(6).toString('hex')}`,
    livekitApiSecret: randomBytes(32).toString('base64url'),
    postgresPassword: randomBytes(24).toString('base64url'),
  };
  // Written aside and moved, so that a full disk leaves no half file that would lock the database's password away.
  const aside = await open(`${file}.new`, 'w', 0o600);
  await aside.writeFile(`${JSON.stringify(secrets, null, 2)}\n`);
  await aside.sync();
  await aside.close();
  await rename(`${file}.new`, file);
  return secrets;
}
