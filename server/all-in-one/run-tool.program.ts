import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { AppError } from '@/lib/core/errors';
import { type AllInOneEnv, allInOneEnv } from '@/lib/platform/env/all-in-one-env';
import { programEnv } from '@/lib/platform/env/program-env';
import { exitWithMessage } from '@/lib/platform/process/exit-with-message';
import { spawnChild } from './child';
import { claimDataDir, runsOn } from './data-dir';
import { httpsFolder, installationOf, requireRunningInstallation } from './installation';
import { localPostgres, postgresStop } from './local-postgres';
import { programFile } from './node-program';
import { freeTcpPort } from './ports';
import { endLeftOverPostgres, startPostgres } from './postgres';
import { productDatabaseUrl, provideDatabase } from './product-database';
import { type LocalSecrets, loadSecrets, requireSecrets, restoreSecrets, secretsFile } from './secrets';

/*
 * Behind `npm run doctor`, `backup`, `restore`, `resume` and `reset-password`: runs a program on what `npm start` brings along. Where that does not run,
 * Postgres is started for as long as it takes.
 */

const folderPrefix = 'sightline-backup-';
const timestamp = (): string => new Date().toISOString().replaceAll(/[-:.]/g, '');

const options = { 'as-replacement': { type: 'boolean' } } as const;

/** @returns the exit code */
async function main(args: string[]): Promise<number> {
  const { positionals, values } = parseArgs({ args, allowPositionals: true, options });
  const [tool = '', ...given] = positionals;
  const settings = allInOneEnv();
  if (tool === 'backup' && given[0] === 'verify') return verify(settings, given[1]);
  await requireRunningInstallation(settings);
  const { dataDir, database } = installationOf(settings);
  process.stdout.write(`Data folder ${dataDir}, database ${database}.\n`);
  if (tool === 'backup') return backUp(settings, dataDir, given[0]);
  if (tool === 'restore') return restore(settings, dataDir, given[0], values['as-replacement'] ?? false);
  if (tool === 'resume') return withDatabase(settings, dataDir, (env) => run('backup', ['resume'], env));
  if (tool === 'reset-password') return withDatabase(settings, dataDir, (env) => run('reset-password', given, env));
  return withDatabase(settings, dataDir, (env) => run('doctor', [], env));
}

async function backUp(settings: AllInOneEnv, dataDir: string, given: string | undefined): Promise<number> {
  const folder = given ?? path.join(settings.BACKUP_DIR ?? '.', `${folderPrefix}${timestamp()}`);
  // Also with a database of one's own: what signs tokens may be generated.
  const secrets = existsSync(secretsFile(dataDir)) ? ['--secrets', secretsFile(dataDir)] : [];
  const code = await withDatabase(settings, dataDir, (env) => run('backup', ['save', folder, ...secrets], env));
  if (code === 0 && !given && settings.BACKUP_DIR) await removeOld(settings.BACKUP_DIR, settings.BACKUP_KEEP_DAYS);
  return code;
}

async function restore(
  settings: AllInOneEnv,
  dataDir: string,
  folder: string | undefined,
  asReplacement: boolean,
): Promise<number> {
  if (!folder) throw new AppError('invalid_input', 'Name the folder of the backup: npm run restore FOLDER');
  if (await runsOn(dataDir)) {
    throw new AppError(
      'conflict',
      'Sightline is running: end it first, and restore into a new data folder (docs/backup.md).',
    );
  }
  if ((await run('backup', ['check', folder], {})) !== 0) return 1;
  // Before the rows, so that a failure leaves an empty database and the whole can be repeated.
  const secrets = path.join(folder, 'secrets.json');
  if (existsSync(secrets)) {
    const release = await claimDataDir(dataDir, installationOf(settings).database);
    await restoreSecrets(dataDir, secrets).finally(release);
  }
  const flags = asReplacement ? ['--as-replacement'] : [];
  return withDatabase(settings, dataDir, (env) => run('backup', ['load', folder, ...flags], env));
}

/** Loads a backup into a Postgres that lives as long as this, and reads its secrets. */
async function verify(settings: AllInOneEnv, folder: string | undefined): Promise<number> {
  if (!folder) throw new AppError('invalid_input', 'Name the folder of the backup: npm run backup -- verify FOLDER');
  const secrets = path.join(folder, 'secrets.json');
  if (existsSync(secrets)) await requireSecrets(secrets);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'sightline-verify-'));
  try {
    const port = await freeTcpPort('127.0.0.1');
    const throwAway = Object.assign({}, settings, { DATABASE_URL: undefined, POSTGRES_PORT: port });
    const code = await withDatabase(throwAway, dataDir, (env) => run('backup', ['load', path.resolve(folder)], env));
    if (code === 0) process.stdout.write(`${folder} can be restored; it was loaded into a Postgres of its own.\n`);
    return code;
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Removes the backups of a folder that are older. Leaves alone what was given another name. */
async function removeOld(directory: string, keepDays: number): Promise<void> {
  const oldestMs = Date.now() - keepDays * 86_400_000;
  for (const name of await readdir(directory)) {
    const folder = path.join(directory, name);
    if (!name.startsWith(folderPrefix) || (await stat(folder)).mtimeMs >= oldestMs) continue;
    await rm(folder, { recursive: true });
    process.stdout.write(`Removed ${folder}, older than ${keepDays} days.\n`);
  }
}

async function withDatabase(
  settings: AllInOneEnv,
  dataDir: string,
  work: (env: Record<string, string>) => Promise<number>,
): Promise<number> {
  if (settings.DATABASE_URL) {
    // LiveKit may be the one of `npm start`, whose keys are generated.
    const secrets = existsSync(secretsFile(dataDir)) ? await loadSecrets(dataDir) : null;
    return work(envOf(settings, settings.DATABASE_URL, secrets));
  }
  const isRunning = (await runsOn(dataDir)) !== null;
  const release = isRunning ? async () => undefined : await claimDataDir(dataDir, installationOf(settings).database);
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
  DATA_DIR: path.resolve(settings.DATA_DIR),
  RECORDINGS_DIR: path.resolve(settings.RECORDINGS_DIR ?? path.join(settings.DATA_DIR, 'recordings')),
  DATABASE_URL: databaseUrl,
  HTTPS_FOLDER: httpsFolder(settings),
  LIVEKIT_URL: settings.LIVEKIT_URL ?? `ws://127.0.0.1:${settings.LIVEKIT_PORT}`,
  LIVEKIT_API_KEY: settings.LIVEKIT_API_KEY ?? secrets?.livekitApiKey ?? '',
  LIVEKIT_API_SECRET: settings.LIVEKIT_API_SECRET ?? secrets?.livekitApiSecret ?? '',
});

async function run(
  program: 'doctor' | 'backup' | 'reset-password',
  args: string[],
  settings: Record<string, string>,
): Promise<number> {
  const env = programEnv(program, settings);
  const child = await spawnChild({ command: process.execPath, args: [programFile(program), ...args], env });
  return (await child.ended) === 'exit code 0' ? 0 : 1;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  exitWithMessage(error);
}
