import { chown, mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { RecordingTask } from '@/lib/contracts/recordings';
import { db } from '@/lib/platform/db/db';
import { log } from '@/lib/platform/log';
import { readFreeSpace } from '@/lib/platform/storage/free-space';

/** The group of a folder's owner reads what workers write there. */
const folderMode = 0o2750;

export interface RecordingFoldersOptions {
  /** The folder of all recordings; empty: each worker's own; undefined: this gateway's workers do not record. */
  directory: string | undefined;
  /** Whether whole recordings stay there, and each worker sees them. */
  isShared?: boolean;
  /** The user that workers run as; undefined: this process' own. */
  workerUserId?: number | undefined;
}

/** Makes the folders that workers record into. */
export class RecordingFolders {
  readonly #options: RecordingFoldersOptions;
  readonly #made = new Set<string>();
  readonly #making = new Set<string>();

  constructor(options: RecordingFoldersOptions) {
    this.#options = options;
  }

  /**
   * The recording task for a worker. The first call for a recording makes its folder, and a later one names it. A worker of
   * a gateway that has just started records already, and must not end that meanwhile.
   * @returns null where nothing is to be recorded; undefined while the folder is being made
   */
  taskFor(recordingId: string | null): RecordingTask | null | undefined {
    const { directory } = this.#options;
    if (recordingId === null || directory === undefined) return null;
    const folder = path.join(directory, recordingId);
    // There its recorder makes it.
    if (directory === '' || this.#made.has(recordingId)) return { recordingId, folder };
    if (!this.#making.has(recordingId)) void this.#make(recordingId, folder);
    return undefined;
  }

  /** The folder of a recording that a worker reads; null where workers have no disk with the recordings of others. */
  folderOf(recordingId: string): string | null {
    const { directory, isShared = true } = this.#options;
    return directory && isShared ? path.resolve(directory, recordingId) : null;
  }

  async #make(recordingId: string, folder: string): Promise<void> {
    const { workerUserId } = this.#options;
    this.#making.add(recordingId);
    try {
      await mkdir(folder, { recursive: true, mode: folderMode });
      if (workerUserId !== undefined) await chown(folder, workerUserId, process.getgid?.() ?? workerUserId);
      this.#made.add(recordingId);
    } catch (error) {
      log.error({ err: error, recordingId }, 'recordings: cannot make a folder; will retry');
    } finally {
      this.#making.delete(recordingId);
    }
  }
}

/** Has everybody know how much of this gateway's disk is free for recordings. @throws Error of the disk or of Prisma */
export async function noteFreeSpace(gatewayId: string, directory: string): Promise<{ percent: number }> {
  await mkdir(directory, { recursive: true });
  const { percent } = await readFreeSpace(directory);
  await db().$executeRaw`
    UPDATE gateways SET recordings_free_percent = ${percent}
    WHERE id = ${gatewayId} AND recordings_free_percent IS DISTINCT FROM ${percent}`;
  return { percent };
}
