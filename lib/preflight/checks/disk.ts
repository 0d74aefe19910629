import { statfs } from 'node:fs/promises';
import { type Check, ok, problem, warning } from '../finding';

const fewBytes = 1e9;
const scarceBytes = 5e9;
const fix = 'Free some space, or move the data folder and the database to a larger disk.';

/** Whether there is space left where this program runs. */
export const checkDisk: Check = async () => {
  const { bavail, bsize } = await statfs('.');
  const freeBytes = bavail * bsize;
  const text = `There are ${(freeBytes / 1e9).toFixed(1)} GB free on this machine’s disk.`;
  if (freeBytes < fewBytes) return [problem('disk', text, fix)];
  if (freeBytes < scarceBytes) return [warning('disk', text, fix)];
  return [ok('disk', text)];
};
