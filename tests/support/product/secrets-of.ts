import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { descendants } from './processes';

export interface KnownSecret {
  what: string;
  value: string;
}

/** A running program of a product: its name, command line and environment, by proc(5). */
export interface RunningProgram {
  name: string;
  commandLine: string;
  environment: string;
}

const marks = {
  'all-in-one': 'all-in-one.mjs',
  web: 'web.mjs',
  gateway: 'gateway.mjs',
  worker: 'worker',
  livekit: 'livekit.yaml',
  postgres: 'postgres',
};

const programOf = (commandLine: string): string =>
  Object.entries(marks).find(([, mark]) => commandLine.includes(mark))?.[0] ?? commandLine;

/** All processes of a product, with itself; Linux only. */
export function readPrograms(productPid: number): RunningProgram[] {
  const pids = [productPid, ...descendants(productPid).map(({ pid }) => pid)];
  return pids.flatMap((pid) => {
    const commandLine = readOf(pid, 'cmdline').replaceAll('\0', ' ');
    // Postgres' processes come and go.
    return commandLine ? { name: programOf(commandLine), commandLine, environment: readOf(pid, 'environ') } : [];
  });
}

/** Empty where the process has ended. */
function readOf(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')) return '';
    throw error;
  }
}

/** Which secrets a text has, in the spelling of addresses, too; by what they are. */
export const secretsIn = (text: string, secrets: KnownSecret[]): string[] =>
  secrets
    .filter(({ value }) => [value, encodeURIComponent(value)].some((spelling) => text.includes(spelling)))
    .map(({ what }) => what);

/** The files below a folder that others than their owner may read or write; `skipped` names folders not to look into. */
export function filesOpenToOthers(directory: string, skipped: string[]): string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(directory, entry.name);
    if (entry.isDirectory()) return skipped.includes(entry.name) ? [] : filesOpenToOthers(file, skipped);
    return (statSync(file).mode & 0o077) === 0 ? [] : [file];
  });
}
