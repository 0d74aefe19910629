import { readdir, readFile, readlink } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '@/lib/core/errors';
import { databaseName } from '@/lib/platform/db/postgres-connection';
import type { AllInOneEnv } from '@/lib/platform/env/all-in-one-env';
import { runsOn } from './data-dir';
import { productDatabaseUrl } from './product-database';
import type { LocalSecrets } from './secrets';

type InstallationSettings = Pick<AllInOneEnv, 'DATA_DIR' | 'DATABASE_URL' | 'POSTGRES_PORT' | 'PORT'>;

/** The data folder and database that `npm start` and each of its tools work on. */
export interface Installation {
  /** An absolute path. */
  dataDir: string;
  /** The database, without user and password. */
  database: string;
}

/** The installation that settings name. */
export const installationOf = ({ DATA_DIR, DATABASE_URL, POSTGRES_PORT }: InstallationSettings): Installation => ({
  dataDir: path.resolve(DATA_DIR),
  database: databaseName(DATABASE_URL ?? `postgresql://127.0.0.1:${POSTGRES_PORT}/sightline`),
});

/** The folder of the certificate for https: the one in the settings, or one in the data folder. */
export const httpsFolder = ({ HTTPS_FOLDER, DATA_DIR }: Pick<AllInOneEnv, 'HTTPS_FOLDER' | 'DATA_DIR'>): string =>
  path.resolve(HTTPS_FOLDER ?? path.join(DATA_DIR, 'https'));

/** The folder of the certificate for RTMPS: the one in the settings, or that for https where there is one. Empty: neither. */
const rtmpsFolder = (settings: AllInOneEnv): string => {
  if (settings.RTMPS_FOLDER !== undefined) return path.resolve(settings.RTMPS_FOLDER);
  return settings.HTTPS_PORT === undefined ? '' : httpsFolder(settings);
};

/**
 * The settings that say where the parts of a run are, and the secrets between them. Generated ones stand in for those that
 * nobody has set. Each program gets what it reads of them (lib/platform/env/program-env.ts).
 * @param secrets null: none have been generated
 */
export function programSettings(settings: AllInOneEnv, secrets: LocalSecrets | null): Record<string, string> {
  const { AUTH_SECRET, LIVEKIT_API_KEY, LIVEKIT_API_SECRET } = settings;
  const former = secrets?.former;
  return {
    NODE_ENV: settings.NODE_ENV,
    DATA_DIR: path.resolve(settings.DATA_DIR),
    RECORDINGS_DIR: path.resolve(settings.RECORDINGS_DIR ?? path.join(settings.DATA_DIR, 'recordings')),
    HTTPS_FOLDER: httpsFolder(settings),
    RTMPS_FOLDER: rtmpsFolder(settings),
    DATABASE_URL: settings.DATABASE_URL ?? productDatabaseUrl(settings.POSTGRES_PORT, secrets?.databasePassword ?? ''),
    AUTH_SECRET: AUTH_SECRET ?? secrets?.authSecret ?? '',
    AUTH_SECRET_FORMER: settings.AUTH_SECRET_FORMER ?? (AUTH_SECRET ? '' : (former?.authSecret ?? '')),
    LIVEKIT_URL: settings.LIVEKIT_URL ?? `ws://127.0.0.1:${settings.LIVEKIT_PORT}`,
    LIVEKIT_API_KEY: LIVEKIT_API_KEY ?? secrets?.livekitApiKey ?? '',
    LIVEKIT_API_SECRET: LIVEKIT_API_SECRET ?? secrets?.livekitApiSecret ?? '',
    LIVEKIT_API_KEY_FORMER: settings.LIVEKIT_API_KEY_FORMER ?? (LIVEKIT_API_KEY ? '' : (former?.livekitApiKey ?? '')),
    LIVEKIT_API_SECRET_FORMER:
      settings.LIVEKIT_API_SECRET_FORMER ?? (LIVEKIT_API_SECRET ? '' : (former?.livekitApiSecret ?? '')),
  };
}

/**
 * Refuses settings that mean another installation than the one that runs here. Two installations never share a web port, so
 * a run on the same port is the one that the administrator means.
 * @throws AppError `conflict` that names both folders or both databases, and the setting to correct
 */
export async function requireRunningInstallation(settings: InstallationSettings): Promise<void> {
  const { dataDir, database } = installationOf(settings);
  const running = await runsOn(dataDir);
  if (running) {
    if (running.database === null || running.database === database) return;
    throw new AppError(
      'conflict',
      `Sightline runs on the data folder ${dataDir} with the database ${running.database} (process ${running.pid}), but these settings name ${database}. Correct DATABASE_URL in .env, or start Sightline again.`,
    );
  }
  const other = (await listRuns()).find(({ port }) => port === settings.PORT);
  if (!other) return;
  throw new AppError(
    'conflict',
    `Sightline runs on port ${other.port} with the data folder ${other.dataDir} (process ${other.pid}), but these settings name ${dataDir}. Write DATA_DIR=${other.dataDir} into .env.`,
  );
}

interface Run {
  pid: number;
  port: number;
  dataDir: string;
}

/** The runs on this machine whose environment this user may read. Systems without /proc show none. */
async function listRuns(): Promise<Run[]> {
  const entries = await readdir('/proc').catch(() => []);
  const pids = entries.map(Number).filter((pid) => pid > 1 && pid !== process.pid);
  const runs = await Promise.all(pids.map((pid) => readRun(pid).catch(() => null)));
  return runs.filter((run) => run !== null);
}

/** @throws where the process has ended, or belongs to another user */
async function readRun(pid: number): Promise<Run | null> {
  const [, program = ''] = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0');
  if (path.basename(program) !== 'all-in-one.mjs') return null;
  const environment = (await readFile(`/proc/${pid}/environ`, 'utf8')).split('\0');
  const settingOf = (name: string): string | undefined =>
    environment.find((entry) => entry.startsWith(`${name}=`))?.slice(name.length + 1) || undefined;
  return {
    pid,
    port: Number(settingOf('PORT') ?? 3000),
    dataDir: path.resolve(await readlink(`/proc/${pid}/cwd`), settingOf('DATA_DIR') ?? 'data'),
  };
}
