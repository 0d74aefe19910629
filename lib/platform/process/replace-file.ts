import { open, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

export interface ReplaceOptions {
  /** Permission bits of the file. */
  mode: number;
  /** Waits until the disk has it, so that a power cut leaves the old file or the new one. A file that each start makes anew needs no such wait. */
  durable: boolean;
}

/**
 * Writes a file whole or not at all: aside, as `FILE.new`, and then moved. A reader sees the old contents or the new ones,
 * and a full disk leaves the old ones.
 * @throws NodeJS.ErrnoException of the disk
 */
export async function replaceFile(
  file: string,
  contents: string | Uint8Array,
  { mode, durable }: ReplaceOptions,
): Promise<void> {
  const aside = `${file}.new`;
  await writeFile(aside, contents, { mode, flush: durable });
  await rename(aside, file);
  if (durable) await syncFolder(path.dirname(file));
}

/** Has the disk keep the names of new, moved and removed files in a folder. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
