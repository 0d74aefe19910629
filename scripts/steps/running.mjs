import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { SetupError } from './run.mjs';

/**
 * Finds the Sightline that runs from the current folder. A build would replace its programs and packages while it uses
 * them. One in development is built anew all the time, so that it does not count.
 * @returns {number | null} its process; null where there is none, and on systems without /proc
 */
export function runsFromHere() {
  const here = realpathSync('.');
  for (const pid of listPids()) {
    try {
      const [, program = ''] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
      if (path.basename(program) !== 'all-in-one.mjs') continue;
      if (path.resolve(readlinkSync(`/proc/${pid}/cwd`), program) !== path.join(here, 'dist', 'all-in-one.mjs'))
        continue;
      if (!readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes('NODE_ENV=development'))
        return Number(pid);
    } catch {
      // Such a process has ended meanwhile, or belongs to another user.
    }
  }
  return null;
}

function listPids() {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

/** @throws SetupError where a Sightline runs from the current folder */
export function refuseBesideRunning() {
  const pid = runsFromHere();
  if (pid === null) return;
  throw new SetupError(
    `Sightline runs from this folder (process ${pid}), and its programs must stay as they are until it ends. Build another version in a folder of its own (docs/upgrade.md), or end it first.`,
  );
}
