import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { type WorkerAddress, workerAddressSchema } from '@/lib/contracts/worker-protocol';
import { commandLineOf } from '@/lib/platform/process/left-over';

/** A worker's process, and where it listens. */
export interface NotedProcess {
  pid: number;
  address: WorkerAddress;
}

const ending = '.pid';
const workerIdSchema = z.string().regex(/^[\w-]+$/);

/**
 * A file for each worker that runs on this node, `<workerId>.pid`: its process id in the first line, its address in the
 * second. By them a driver finds the workers of another one, and of one that was killed.
 */
export class PidFiles {
  readonly #directory: string;
  readonly #workerPath: string;

  /** @param workerPath the workers' program: one that has not read its spec yet is known by it alone */
  constructor(directory: string, workerPath: string) {
    this.#directory = directory;
    this.#workerPath = workerPath;
  }

  async write(workerId: string, { pid, address }: NotedProcess): Promise<void> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 });
    const file = this.#fileOf(workerId);
    // Whole or not at all for who reads it.
    await writeFile(`${file}.part`, `${pid}\n${JSON.stringify(address)}\n`, { mode: 0o600 });
    await rename(`${file}.part`, file);
  }

  remove(workerId: string): Promise<void> {
    return rm(this.#fileOf(workerId), { force: true });
  }

  /** The workers that run. Files of those that do not are removed. */
  async read(): Promise<Map<string, NotedProcess>> {
    const names = await readdir(this.#directory).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    const running = new Map<string, NotedProcess>();
    for (const name of names.filter((candidate) => candidate.endsWith(ending))) {
      const workerId = path.basename(name, ending);
      const noted = await this.find(workerId);
      if (noted) running.set(workerId, noted);
      else await this.remove(workerId);
    }
    return running;
  }

  /** The process of a worker, if it runs. */
  async find(workerId: string): Promise<NotedProcess | null> {
    const noted = await this.#readOne(workerId);
    return noted && (await this.isRunning(workerId, noted.pid)) ? noted : null;
  }

  /** Whether a process is that worker, and not one that has got its number since. */
  async isRunning(workerId: string, pid: number): Promise<boolean> {
    const commandLine = await readCommandLine(pid);
    return commandLine.includes(workerId) || commandLine.includes(this.#workerPath);
  }

  async #readOne(workerId: string): Promise<NotedProcess | null> {
    const text = await readFile(this.#fileOf(workerId), 'utf8').catch(() => '');
    const [pid = '', address = ''] = text.split('\n');
    const parsed = workerAddressSchema.safeParse(parseJson(address));
    return parsed.success && Number(pid) > 1 ? { pid: Number(pid), address: parsed.data } : null;
  }

  #fileOf(workerId: string): string {
    return path.join(this.#directory, `${workerIdSchema.parse(workerId)}${ending}`);
  }
}

/** Empty where there is no such process, or only what is left of one that has ended. */
async function readCommandLine(pid: number): Promise<string> {
  if (process.platform !== 'linux') return commandLineOf(pid);
  // Without a process of its own to ask, for this happens often.
  return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The schema refuses undefined like any other wrong text.
    return undefined;
  }
}
