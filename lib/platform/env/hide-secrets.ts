import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { log } from '../log';

/** The settings that open something. */
export const secretSettings = [
  'AUTH_SECRET',
  'AUTH_SECRET_FORMER',
  'DATABASE_DIRECT_URL',
  'DATABASE_URL',
  'LIVEKIT_API_SECRET',
  'LIVEKIT_API_SECRET_FORMER',
  'METRICS_TOKEN',
  'OIDC_CLIENT_SECRET',
  'RECORDINGS_S3_SECRET_ACCESS_KEY',
  'REDIS_URL',
  'SMTP_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'TALLY_TOKEN',
  // docker-compose.yml and `npm run seed` read these from the same .env file.
  'POSTGRES_PASSWORD',
  'SIGHTLINE_DATABASE_PASSWORD',
  'SEED_PASSWORD',
];

/** Where a process's first environment begins among the fields of /proc/PID/stat that follow its name (proc(5): 50). */
const envStartField = 47;

/**
 * Takes the secrets out of the environment that the kernel shows of this process. Every other process of the same user can
 * read it, and a worker, which decodes what strangers send, is one. `process.env` keeps them.
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
    for (const name of secretSettings) {
      const value = process.env[name];
      // Elsewhere in memory from now on: until it is set anew, the C library reads it where it is overwritten.
      if (value !== undefined) process.env[name] = value;
      for (const { from, length } of valuesOf(name, shown))
        writeSync(memory, Buffer.alloc(length), 0, length, start + from);
    }
  } finally {
    closeSync(memory);
  }
}

/** Where the values of a variable are in an environment as the kernel shows it. */
function valuesOf(name: string, environment: Buffer): { from: number; length: number }[] {
  const values: { from: number; length: number }[] = [];
  let from = 0;
  for (const entry of environment.toString('latin1').split('\0')) {
    const isIt = entry.startsWith(`${name}=`);
    if (isIt) values.push({ from: from + name.length + 1, length: entry.length - name.length - 1 });
    from += entry.length + 1;
  }
  return values;
}
