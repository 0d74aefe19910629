import { chmod, mkdir, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '@/lib/core/errors';
import { commandLineOf } from '@/lib/platform/process/left-over';

const minimumFreeBytes = 300e6;

const pidFileIn = (dataDir: string): string => path.join(dataDir, 'all-in-one.pid');

/** The process that has claimed a data folder. */
interface Claim {
  pid: number;
  /** The name of its database; older versions did not note it. */
  database: string | null;
  /** The port for https, which `npm start -- --https` sets without .env; null where it has none. */
  httpsPort: string | null;
}

/** The process that has claimed a data folder, and still runs; null where there is none but this one. */
export async function runsOn(dataDir: string): Promise<Claim | null> {
  const [first = '', database, httpsPort] = (await readFile(pidFileIn(dataDir), 'utf8').catch(() => '')).split('\n');
  const pid = Number.parseInt(first, 10);
  if (!(pid > 1) || pid === process.pid) return null;
  if (!/all-in-one|run-tool/.test(await commandLineOf(pid))) return null;
  return { pid, database: database || null, httpsPort: httpsPort || null };
}

/**
 * Makes the data folder if need be, and claims it for this process.
 * @param database the name of the database that the process works on
 * @param httpsPort the port for https that the process opens
 * @returns a function that gives it up
 * @throws AppError `unavailable` when it cannot be written, is nearly full, or is in use by another run
 */
export async function claimDataDir(
  dataDir: string,
  database: string,
  httpsPort?: number,
): Promise<() => Promise<void>> {
  try {
    await mkdir(dataDir, { recursive: true });
    // Root runs Postgres as another user, who must get through to its own folder but cannot list this one.
    await chmod(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
  } catch (cause) {
    throw new AppError('unavailable', `The data folder ${dataDir} cannot be written; set DATA_DIR to another.`, {
      cause,
    });
  }
  const { bavail, bsize } = await statfs(dataDir);
  if (bavail * bsize < minimumFreeBytes) {
    throw new AppError(
      'unavailable',
      `There are only ${Math.floor((bavail * bsize) / 1e6)} MB left on the disk of ${dataDir}; Sightline needs ${minimumFreeBytes / 1e6} MB.`,
    );
  }
  const running = await runsOn(dataDir);
  if (running) {
    throw new AppError('unavailable', `Sightline already runs on the data folder ${dataDir} (process ${running.pid}).`);
  }
  const pidFile = pidFileIn(dataDir);
  await writeFile(pidFile, `${process.pid}\n${database}\n${httpsPort ?? ''}\n`, { mode: 0o600 });
  return () => rm(pidFile, { force: true });
}
