import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { endLeftOver } from '@/lib/platform/process/left-over';

const endTimeoutMs = 1_500;
const ending = '.pid';

/**
 * Ends the workers that have outlived their gateway, by the pid files in which it notes them: `<workerId>.pid`. Only
 * while no gateway runs that uses the folder.
 * @param stateDir the folder that the gateway has as WORKER_STATE_DIR; it need not exist
 * @param workerProgram the path of the workers' program: a worker that has not read its spec yet is known by it alone
 */
export async function endLeftOverWorkers(stateDir: string, workerProgram: string): Promise<void> {
  const files = await readdir(stateDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const end = async (name: string) => {
    const pidFile = path.join(stateDir, name);
    await endLeftOver(pidFile, path.basename(name, ending), 'SIGTERM', endTimeoutMs);
    await endLeftOver(pidFile, workerProgram, 'SIGTERM', endTimeoutMs);
    await rm(pidFile, { force: true });
  };
  await Promise.all(files.filter((name) => name.endsWith(ending)).map(end));
}
