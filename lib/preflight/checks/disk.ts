import { stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { diskEnv } from '@/lib/platform/env/disk-env';
import { type Check, ok, problem, warning } from '../check-result';

const fewBytes = 1e9;
const scarceBytes = 5e9;
const fix = 'Free some space, or move the data folder and the database to a larger disk.';

/** Whether there is space left where the data is, and where this program runs. */
export const checkDisk: Check = async () => {
  const { DATA_DIR } = diskEnv();
  const folders = [...(DATA_DIR === undefined ? [] : [path.resolve(DATA_DIR)]), process.cwd()];
  const disks = await Promise.all(folders.map(readDisk));
  const isFirstOfDevice = ({ device }: Disk, index: number) =>
    disks.findIndex((other) => other.device === device) === index;
  return disks.filter(isFirstOfDevice).map(judgeDisk);
};

interface Disk {
  folder: string;
  device: number;
  freeBytes: number;
}

async function readDisk(folder: string): Promise<Disk> {
  const [{ dev }, { bavail, bsize }] = await Promise.all([stat(folder), statfs(folder)]);
  return { folder, device: dev, freeBytes: bavail * bsize };
}

/** Judges one disk. */
export function judgeDisk({ folder, freeBytes }: Pick<Disk, 'folder' | 'freeBytes'>) {
  const text = `There are ${(freeBytes / 1e9).toFixed(1)} GB free on the disk of ${folder}.`;
  if (freeBytes < fewBytes) return problem('disk', text, fix);
  if (freeBytes < scarceBytes) return warning('disk', text, fix);
  return ok('disk', text);
}
