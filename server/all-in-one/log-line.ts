import { log } from '@/lib/platform/log';

/** How a program says that something is wrong, and not only that a statement or a client was. */
const troubles = {
  // A statement's own errors are of the program that sent it, except those of the disk and of memory.
  postgres: / (?:WARNING|FATAL|PANIC): |No space left|could not (?:write|extend|fsync|open)|out of memory/,
  livekit: /"level":"(?:warn|error|fatal)"/,
};
/** Said at each orderly start and stop. */
const usual = /starting up|shutting down|administrator command|"level":"warn".*(?:loopback|development)/;

const windowMs = 60_000;
const maxPerWindow = 20;

/**
 * Logs the lines of a program that this one brings along: its troubles as warnings, everything else for debugging. It
 * shows the first warnings of a minute, and then says how many there were.
 */
export function logLine(program: keyof typeof troubles, now = () => performance.now()): (line: string) => void {
  let windowEndsAtMs = 0;
  let count = 0;
  return (line) => {
    if (!troubles[program].test(line) || usual.test(line)) {
      log.debug({ line }, program);
      return;
    }
    if (now() >= windowEndsAtMs) {
      if (count > maxPerWindow) log.warn({ from: program, hidden: count - maxPerWindow }, 'further lines were hidden');
      windowEndsAtMs = now() + windowMs;
      count = 0;
    }
    count++;
    if (count <= maxPerWindow) log.warn({ line }, program);
  };
}
