import { readdir, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { diskSpace } from '@/lib/contracts/disk-space';

const readIntervalMs = 2_000;

export interface FreeSpace {
  /** Rounded down. */
  percent: number;
  /** Free bytes of the disk. */
  bytes: number;
}

/** The free space for a recording: of its disk or, in a Pod, of the limit of all recordings beside it. */
export class RecordingSpace {
  readonly #read: () => Promise<FreeSpace>;
  #free: FreeSpace | null = null;
  #readMs = Number.NEGATIVE_INFINITY;

  constructor(read: () => Promise<FreeSpace>) {
    this.#read = read;
  }

  /** Null until it is known. */
  get freePercent(): number | null {
    return this.#free?.percent ?? null;
  }

  /** Null until it is known. */
  get freeBytes(): number | null {
    return this.#free?.bytes ?? null;
  }

  /** Whether a recording may begin. */
  get isEnough(): boolean {
    return (this.#free?.percent ?? 0) >= diskSpace.minPercent;
  }

  /** Whether the rest of the disk is left to the database, which cannot go on without. */
  get isBelowFloor(): boolean {
    const { percent, bytes } = diskSpace.floor;
    return this.#free !== null && this.#free.percent < percent && this.#free.bytes < bytes;
  }

  /** Whether it was read so long ago that it may be another by now. */
  get isDue(): boolean {
    return performance.now() - this.#readMs >= readIntervalMs;
  }

  async read(): Promise<void> {
    this.#readMs = performance.now();
    this.#free = await this.#read();
  }
}

/** How much of the disk under a folder its owner may still fill, or of the limit of all folders beside it. */
export async function freeSpaceOf(folder: string, maxBytes: number | null): Promise<FreeSpace> {
  const { bavail, blocks, bsize } = await statfs(folder);
  const bytes = bavail * bsize;
  const ofDisk = blocks === 0 ? 100 : Math.floor((bavail * 100) / blocks);
  if (maxBytes === null) return { percent: ofDisk, bytes };
  const left = Math.max(0, maxBytes - (await usedBytes(path.dirname(folder))));
  const ofLimit = Math.floor((left / maxBytes) * 100);
  return { percent: Math.min(ofDisk, ofLimit), bytes: Math.min(bytes, left) };
}

/** Bytes in a folder and below. An uploader removes files meanwhile. */
async function usedBytes(folder: string): Promise<number> {
  let bytes = 0;
  for (const name of await readdir(folder, { recursive: true })) {
    const found = await stat(path.join(folder, name)).catch(ignoreMissing);
    bytes += found?.size ?? 0;
  }
  return bytes;
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
