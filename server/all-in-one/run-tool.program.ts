import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { AppError } from '@/lib/core/errors';
import { type AllInOneEnv, allInOneEnv } from '@/lib/platform/env/all-in-one-env';
import { programEnv } from '@/lib/platform/env/program-env';
import { exitWithMessage } from '@/lib/platform/process/exit-with-message';
import { spawnChild } from './child';
import { claimDataDir, runsOn } from './data-dir';
import { installationOf, programSettings, requireRunningInstallation } from './installation';
import { programFile } from './node-program';
import { freeTcpPort } from './ports';
import { endLeftOverPostgres, localPostgres, postgresStop, startPostgres } from './postgres';
import { provideDatabase } from './product-database';
import { requireRoomToVerify } from './room-to-verify';
import {
  forgetFormerSecrets,
  loadSecrets,
  requireSecrets,
  restoreSecrets,
  rotateSecrets,
  secretsFile,
} from './secrets';

/*
 * Behind `npm run doctor`, `backup`, `restore`, `resume`, `reset-password` and `rotate-secrets`: works on what `npm start`
 * brings along. Where that does not run, Postgres is started for as long as a program needs it. systemd runs
 * `backup-failed` after a backup that failed.
 */

const options = { 'as-replacement': { type: 'boolean' }, 'forget-former': { type: 'boolean' } } as const;

/** Secrets that are generated where nobody sets them. */
const generated = ['AUTH_SECRET', 'LIVEKIT_API_SECRET', 'DATABASE_URL'] as const;
const takeOverTimeoutMs = 120_000;
const takeOverPollMs = 200;

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
  if (tool === 'backup-failed') return withDatabase(settings, dataDir, (env) => run('backup', ['note-failure'], env));
  if (tool === 'restore') return restore(settings, dataDir, given[0], values['as-replacement'] ?? false);
  if (tool === 'resume') return withDatabase(settings, dataDir, (env) => run('backup', ['resume'], env));
  if (tool === 'reset-password') return withDatabase(settings, dataDir, (env) => run('reset-password', given, env));
  if (tool === 'rotate-secrets') return rotate(settings, dataDir, values['forget-former'] ?? false);
  return examine(settings, dataDir);
}

/** Runs the doctor, which looks at the port for https of the Sightline that runs: `--https` is in no file. */
async function examine(settings: AllInOneEnv, dataDir: string): Promise<number> {
  const httpsPort = (await runsOn(dataDir))?.httpsPort;
  const running: Record<string, string> = httpsPort ? { HTTPS_PORT: httpsPort } : {};
  return withDatabase(settings, dataDir, (env) => run('doctor', [], Object.assign(env, running)));
}

async function backUp(settings: AllInOneEnv, dataDir: string, given: string | undefined): Promise<number> {
  const folder = given ? [given] : [];
  // Also with a database of one's own: what signs tokens may be generated.
  const secrets = existsSync(secretsFile(dataDir)) ? ['--secrets', secretsFile(dataDir)] : [];
  return withDatabase(settings, dataDir, (env) => run('backup', ['save', ...folder, ...secrets], env));
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
  // Beside the data, where there is room for it: the system's temporary folder is often in memory.
  const parent = path.resolve(settings.DATA_DIR);
  await mkdir(parent, { recursive: true });
  await requireRoomToVerify(folder, parent);
  const dataDir = await mkdtemp(path.join(parent, 'verify-'));
  try {
    const port = await freeTcpPort('127.0.0.1');
    const throwAway = Object.assign({}, settings, { DATABASE_URL: undefined, POSTGRES_PORT: port });
    return await withDatabase(throwAway, dataDir, (env) => run('backup', ['prove', path.resolve(folder)], env));
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/**
 * Rotates the generated secrets, or ends those from before. Returns once a Sightline that runs has taken that over.
 * @returns the exit code
 */
async function rotate(settings: AllInOneEnv, dataDir: string, isEndOfFormer: boolean): Promise<number> {
  const given = generated.filter((name) => settings[name]);
  if (given.length === generated.length) {
    throw new AppError(
      'conflict',
      `${given.join(', ')} are set in .env: docs/rotate-secrets.md says how to rotate them.`,
    );
  }
  for (const name of given) process.stdout.write(`${name} is set in .env, and stays: docs/rotate-secrets.md.\n`);
  const { isRunning, release } = await shareDataDir(settings, dataDir);
  await (isEndOfFormer ? forgetFormerSecrets(dataDir) : rotateSecrets(dataDir)).finally(release);
  const done = isEndOfFormer ? 'The former secrets are forgotten.' : 'There are new secrets.';
  if (isRunning) await untilTakenOver(dataDir);
  process.stdout.write(`${done} ${isRunning ? 'Sightline goes on with it.' : 'The next start takes that over.'}\n`);
  return 0;
}

/** Claims the data folder until `release`, unless the Sightline that runs on it has it. */
async function shareDataDir(settings: AllInOneEnv, dataDir: string) {
  const isRunning = (await runsOn(dataDir)) !== null;
  const release = isRunning ? async () => undefined : await claimDataDir(dataDir, installationOf(settings).database);
  return { isRunning, release };
}

async function untilTakenOver(dataDir: string): Promise<void> {
  for (const deadline = Date.now() + takeOverTimeoutMs; Date.now() < deadline; await sleep(takeOverPollMs)) {
    if ((await loadSecrets(dataDir)).usedSince !== null) return;
  }
  throw new AppError('unavailable', 'Sightline has not taken over the secrets; its log says why. The next start does.');
}

async function withDatabase(
  settings: AllInOneEnv,
  dataDir: string,
  work: (env: Record<string, string>) => Promise<number>,
): Promise<number> {
  if (settings.DATABASE_URL) {
    // LiveKit may be the one of `npm start`, whose keys are generated.
    const secrets = existsSync(secretsFile(dataDir)) ? await loadSecrets(dataDir) : null;
    return work(programSettings(settings, secrets));
  }
  const { isRunning, release } = await shareDataDir(settings, dataDir);
  try {
    const secrets = await loadSecrets(dataDir);
    const env = programSettings(settings, secrets);
    if (isRunning) return await work(env);
    const options = localPostgres(settings, dataDir, secrets);
    await endLeftOverPostgres(options.directory);
    const postgres = await startPostgres(options);
    try {
      await provideDatabase(settings.POSTGRES_PORT, secrets);
      return await work(env);
    } finally {
      await postgres.stop(postgresStop.signal, postgresStop.timeoutMs);
    }
  } finally {
    await release();
  }
}

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
