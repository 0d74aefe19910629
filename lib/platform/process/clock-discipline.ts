import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const timeoutMs = 3_000;

/** A clock, as the NTP client of its machine sees it. */
export interface ClockDiscipline {
  isSynchronized: boolean;
  /** From true time, as the client estimates it; null where it does not say. */
  offsetMs: number | null;
}

/** Asks chrony, else systemd, of this machine's clock. @returns null where neither can be asked, as in a container */
export async function readClockDiscipline(): Promise<ClockDiscipline | null> {
  const chrony = await ask('chronyc', ['-c', 'tracking']);
  if (chrony !== null) return parseTracking(chrony);
  const systemd = await ask('timedatectl', ['show', '--property=NTPSynchronized', '--value']);
  return systemd === null ? null : { isSynchronized: systemd.trim() === 'yes', offsetMs: null };
}

const ask = (program: string, args: string[]): Promise<string | null> =>
  run(program, args, { timeout: timeoutMs }).then(
    ({ stdout }) => stdout,
    () => null,
  );

/** @param line of `chronyc -c tracking`: its fifth value is the offset in seconds, its last one the leap status */
export function parseTracking(line: string): ClockDiscipline {
  const values = line.trim().split(',');
  const offsetMs = Number(values[4]) * 1_000;
  return { isSynchronized: values.at(-1) !== 'Not synchronised', offsetMs: Number.isNaN(offsetMs) ? null : offsetMs };
}
