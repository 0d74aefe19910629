import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { type WorkerAddress, workerAddressSchema } from '@/lib/contracts/worker-protocol';
import { parseJson } from '@/lib/core/parse-json';
import { commandLineOf } from '@/lib/platform/process/left-over';
import { replaceFile } from '@/lib/platform/process/replace-file';

/** A worker's process, and where it listens. */
export interface RecordedProcess {
  pid: number;
  address: WorkerAddress;
}

const extension = '.pid';
const workerIdSchema = z.string().regex(/^[\w-]+$/);

/**
 * A file for each worker that runs on this node, `<workerId>.pid`: its process id in the first line, its address in the
 * second. With them a driver finds the workers of other drivers, also of killed ones.
 */
export class PidFiles {
  readonly #directory: string;
  readonly #workerPath: string;

  /** @param workerPath the workers' program, by which a worker is recognized that has not received its spec */
  constructor(directory: string, workerPath: string) {
    this.#directory = directory;
    this.#workerPath = workerPath;
  }

  async write(workerId: string, { pid, address }: RecordedProcess): Promise<void> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 });
    // No worker outlives a power cut.
    const options = { mode: 0o600, durable: false };
    await replaceFile(this.#fileOf(workerId), `${pid}\n${JSON.stringify(address)}\n`, options);
  }

  remove(workerId: string): Promise<void> {
    return rm(this.#fileOf(workerId), { force: true });
  }

  /** The running workers. Deletes the files of all others. */
  async read(): Promise<Map<string, RecordedProcess>> {
    const names = await readdir(this.#directory).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    const running = new Map<string, RecordedProcess>();
    for (const name of names.filter((candidate) => candidate.endsWith(extension))) {
      const workerId = path.basename(name, extension);
      const recorded = await this.find(workerId);
      if (recorded) running.set(workerId, recorded);
      else await this.remove(workerId);
    }
    return running;
  }

  /** The process of a worker, if it runs. */
  async find(workerId: string): Promise<RecordedProcess | null> {
    const recorded = await this.#readOne(workerId);
    return recorded && (await this.isRunning(workerId, recorded.pid)) ? recorded : null;
  }

  /** Whether a process is that worker, and not another process that reuses its number. */
  async isRunning(workerId: string, pid: number): Promise<boolean> {
    const commandLine = await readCommandLine(pid);
    return commandLine.includes(workerId) || commandLine.includes(this.#workerPath);
  }

  async #readOne(workerId: string): Promise<RecordedProcess | null> {
    const text = await readFile(this.#fileOf(workerId), 'utf8').catch(() => '');
    const [pid = '', address = ''] = text.split('\n');
    const parsed = workerAddressSchema.safeParse(parseJson(address));
    return parsed.success && Number(pid) > 1 ? { pid: Number(pid), address: parsed.data } : null;
  }

  #fileOf(workerId: string): string {
    return path.join(this.#directory, `${workerIdSchema.parse(workerId)}${extension}`);
  }
}

/** Empty where there is no such process, or only a zombie. */
async function readCommandLine(pid: number): Promise<string> {
  if (process.platform !== 'linux') return commandLineOf(pid);
  // Frequent, so it starts no process.
  return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
}
