import { statfs } from 'node:fs/promises';

export interface FreeSpace {
  bytes: number;
  /** Rounded down. */
  percent: number;
}

/** How much of the disk under a folder its owner may still fill. @throws Error if the folder is not there */
export async function readFreeSpace(folder: string): Promise<FreeSpace> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { bytes: bavail * bsize, percent: blocks === 0 ? 100 : Math.floor((bavail * 100) / blocks) };
}
