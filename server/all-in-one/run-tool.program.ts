import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '@/lib/core/errors';
import { type AllInOneEnv, allInOneEnv } from '@/lib/platform/env/all-in-one-env';
import { programEnv } from '@/lib/platform/env/program-env';
import { exitWithMessage } from '@/lib/platform/process/exit-with-message';
import { spawnChild } from './child';
import { claimDataDir, runsOn } from './data-dir';
import { localPostgres, postgresStop } from './local-postgres';
import { programFile } from './node-program';
import { endLeftOverPostgres, startPostgres } from './postgres';
import { productDatabaseUrl, provideDatabase } from './product-database';
import { type LocalSecrets, loadSecrets, restoreSecrets, secretsFile } from './secrets';

/*
 * Behind `npm run doctor`, `backup` and `restore`: runs a program on what `npm start` brings along. Where that does not run,
 * Postgres is started for as long as it takes.
 */

const timestamp = (): string => new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '');

/** @returns the exit code */
async function main([tool, given]: string[]): Promise<number> {
  const settings = allInOneEnv();
  const dataDir = path.resolve(settings.DATA_DIR);
  const isOwn = !settings.DATABASE_URL;
  if (tool === 'doctor') return withDatabase(settings, dataDir, (env) => run('doctor', [], env));
  if (tool === 'backup') {
    const folder = given ?? `sightline-backup-${timestamp()}`;
    const code = await withDatabase(settings, dataDir, (env) => run('backup', ['save', folder], env));
    if (code === 0 && isOwn) await copyFile(secretsFile(dataDir), path.join(folder, 'secrets.json'));
    return code;
  }
  if (tool !== 'restore' || !given)
    throw new AppError('invalid_input', 'Name the folder of the backup: npm run restore FOLDER');
  if (isOwn && (await runsOn(dataDir))) {
    throw new AppError(
      'conflict',
      'Sightline is running: end it first, and restore into a new data folder (docs/backup.md).',
    );
  }
  const code = await withDatabase(settings, dataDir, (env) => run('backup', ['load', given], env));
  if (code === 0 && isOwn) await restoreSecrets(dataDir, path.join(given, 'secrets.json'));
  return code;
}

async function withDatabase(
  settings: AllInOneEnv,
  dataDir: string,
  work: (env: Record<string, string>) => Promise<number>,
): Promise<number> {
  if (settings.DATABASE_URL) return work(envOf(settings, settings.DATABASE_URL, null));
  const isRunning = (await runsOn(dataDir)) !== null;
  const release = isRunning ? async () => undefined : await claimDataDir(dataDir);
  try {
    const secrets = await loadSecrets(dataDir);
    const env = envOf(settings, productDatabaseUrl(settings.POSTGRES_PORT, secrets.databasePassword), secrets);
    if (isRunning) return await work(env);
    const options = localPostgres(settings, dataDir, secrets);
    await endLeftOverPostgres(options.directory);
    const postgres = await startPostgres(options);
    try {
      await provideDatabase(postgres.url, secrets.databasePassword);
      return await work(env);
    } finally {
      await postgres.stop(postgresStop.signal, postgresStop.timeoutMs);
    }
  } finally {
    await release();
  }
}

const envOf = (settings: AllInOneEnv, databaseUrl: string, secrets: LocalSecrets | null): Record<string, string> => ({
  RECORDINGS_DIR: path.resolve(settings.RECORDINGS_DIR ?? path.join(settings.DATA_DIR, 'recordings')),
  DATABASE_URL: databaseUrl,
  LIVEKIT_URL: settings.LIVEKIT_URL ?? `ws://127.0.0.1:${settings.LIVEKIT_PORT}`,
  LIVEKIT_API_KEY: settings.LIVEKIT_API_KEY ?? secrets?.livekitApiKey ?? '',
  LIVEKIT_API_SECRET: settings.LIVEKIT_API_SECRET ?? secrets?.livekitApiSecret ?? '',
});

async function run(program: 'doctor' | 'backup', args: string[], settings: Record<string, string>): Promise<number> {
  const env = programEnv(program, settings);
  const child = await spawnChild({ command: process.execPath, args: [programFile(program), ...args], env });
  return (await child.ended) === 'exit code 0' ? 0 : 1;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  exitWithMessage(error);
}
