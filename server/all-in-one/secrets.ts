import { randomBytes } from 'node:crypto';
import { chmod, open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { dayMs } from '@/lib/core/durations';
import { AppError } from '@/lib/core/errors';

const newSecret = (): string => randomBytes(32).toString('base64url');

const pairSchema = z.object({
  authSecret: z.string().min(32),
  livekitApiKey: z.string().min(1),
  livekitApiSecret: z.string().min(32),
  /** Password of Postgres' superuser. */
  postgresPassword: z.string().min(1),
});

const secretsSchema = z.object({
  ...pairSchema.shape,
  /** Password of the product's role; files of older versions lack it. */
  databasePassword: z.string().min(1).default(newSecret),
  /** Those from before a rotation, which are still accepted and sign nothing. */
  former: pairSchema.optional(),
  /** Since when Sightline runs with these; null until its next start, or until the run under way takes them over. */
  usedSince: z.iso.datetime().nullable().default(null),
});

export type LocalSecrets = z.infer<typeof secretsSchema>;

/** How long people stay signed in at most (lib/auth/token.ts), and need the former AUTH_SECRET for it. */
const formerDays = 30;

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
  if (serialize(secrets) !== text) await write(dataDir, secrets);
  // A copy or a restored backup may have come with another mode.
  await chmod(file, 0o600);
  return secrets;
}

export const secretsFile = (dataDir: string): string => path.join(dataDir, 'secrets.json');

/** Notes that Sightline runs with the present secrets from now on. */
export async function noteSecretsUsed(dataDir: string): Promise<void> {
  const secrets = await loadSecrets(dataDir);
  if (secrets.usedSince !== null) return;
  await write(dataDir, Object.assign(secrets, { usedSince: new Date().toISOString() }));
}

/**
 * Makes new secrets. The present ones are accepted until {@link forgetFormerSecrets}, or the next rotation.
 * @throws AppError `conflict` while people may be signed in by secrets from before the last rotation
 */
export async function rotateSecrets(dataDir: string): Promise<void> {
  const { former, usedSince, ...present } = await loadSecrets(dataDir);
  const untilMs = Date.parse(usedSince ?? new Date().toISOString()) + formerDays * dayMs;
  if (former && untilMs > Date.now()) {
    throw new AppError(
      'conflict',
      `The secrets were rotated within the last ${formerDays} days, and some people are signed in by the former ones. Rotate again after ${new Date(untilMs).toISOString().slice(0, 10)}, or end the former ones first: npm run rotate-secrets -- --forget-former`,
    );
  }
  await write(dataDir, Object.assign(makeSecrets(), { former: present }));
}

/**
 * Ends what the secrets from before the last rotation signed.
 * @throws AppError `conflict` where there are none, and before Sightline has taken over the present ones: until then the
 *   former password alone opens Postgres
 */
export async function forgetFormerSecrets(dataDir: string): Promise<void> {
  const { former, ...present } = await loadSecrets(dataDir);
  if (!former) throw new AppError('conflict', 'There are no former secrets: they were forgotten, or never rotated.');
  if (present.usedSince === null) {
    throw new AppError('conflict', 'Sightline has not taken over the new secrets yet: start it first.');
  }
  await write(dataDir, Object.assign(present, { usedSince: null }));
}

/**
 * Takes over the signing secrets of a backup. The passwords of Postgres stay, because they belong to the data folder.
 * @throws AppError `invalid_configuration` when a file is damaged
 */
export async function restoreSecrets(dataDir: string, savedFile: string): Promise<void> {
  const { postgresPassword, databasePassword } = await loadSecrets(dataDir);
  const saved = parseSecrets(savedFile, await readFile(savedFile, 'utf8'));
  await write(dataDir, Object.assign(saved, { postgresPassword, databasePassword }));
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
  usedSince: null,
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

const serialize = (secrets: LocalSecrets): string => `${JSON.stringify(secrets, null, 2)}\n`;

/** Written aside and moved, so that a full disk leaves no half file that would lock the database's password away. */
async function write(dataDir: string, secrets: LocalSecrets): Promise<void> {
  const file = secretsFile(dataDir);
  const aside = await open(`${file}.new`, 'w', 0o600);
  await aside.writeFile(serialize(secrets));
  await aside.sync();
  await aside.close();
  await rename(`${file}.new`, file);
}
