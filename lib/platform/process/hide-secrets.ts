import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { moveSecrets, secretSettings } from '../env/secret-settings';
import { log } from '../log';

/** Where a process's first environment begins among the fields of /proc/PID/stat that follow its name (proc(5): 50). */
const envStartField = 47;

/**
 * Takes the secrets out of the environment that the kernel shows of this process. Every other process of the same user can
 * read it, and a worker, which decodes what strangers send, is one. This process goes on reading them.
 */
export function hideSecrets(): void {
  if (process.platform !== 'linux') return;
  try {
    overwrite();
  } catch (error) {
    log.warn({ err: error }, 'other processes of this user can read the secrets in the environment of this one');
  }
}

function overwrite(): void {
  const shown = readFileSync('/proc/self/environ');
  const stat = readFileSync('/proc/self/stat', 'latin1');
  const start = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[envStartField]);
  const memory = openSync('/proc/self/mem', 'r+');
  try {
    moveSecrets();
    for (const name of secretSettings) {
      for (const { from, length } of valuesOf(name, shown)) {
        writeSync(memory, Buffer.alloc(length), 0, length, start + from);
      }
    }
  } finally {
    closeSync(memory);
  }
}

/** Where the values of a variable are in an environment as the kernel shows it. */
function valuesOf(name: string, environment: Buffer): { from: number; length: number }[] {
  const values: { from: number; length: number }[] = [];
  let from = 0;
  for (const variable of environment.toString('latin1').split('\0')) {
    if (variable.startsWith(`${name}=`)) {
      values.push({ from: from + name.length + 1, length: variable.length - name.length - 1 });
    }
    from += variable.length + 1;
  }
  return values;
}
