import path from 'node:path';
import pino, { type Logger } from 'pino';
import { logLevel } from './env/process-env';
import { isDatabaseAway } from './is-database-away';
import { isMachineTooBusy } from './processor-load';
import { redact } from './redact';

const warnLevel = pino.levels.values.warn ?? 40;

/**
 * The only logger: JSON lines on standard output. Never pass it a token, key or password; {@link redact} is a second
 * line of defence.
 */
export const log: Logger = pino(
  {
    level: logLevel(),
    base: { program: path.parse(process.argv[1] ?? 'node').name },
    serializers: { err: serializeError },
    timestamp: pino.stdTimeFunctions.isoTime,
    // One word for what many lines say in their own way, so that it can be searched for.
    mixin: (_, level) => (level >= warnLevel && isMachineTooBusy() ? { machine: 'too busy' } : {}),
    formatters: { level: (label) => ({ level: label }) },
    // pino's own `redact` handles paths of a fixed depth, and no texts.
    hooks: { streamWrite: redact },
  },
  // Otherwise a process ended by a signal would lose the line that says why.
  pino.destination({ sync: true }),
);

/**
 * Makes of an error what the log has of it. An outage of the database is one fact, however many stacks it meets. A time-out is a
 * DOMException, of which pino would write each constant of that class.
 */
export function serializeError(error: Error): object {
  if (isDatabaseAway(error)) return { type: error.name, message: error.message };
  if (error instanceof DOMException) return { type: error.name, message: error.message, stack: error.stack };
  return pino.stdSerializers.err(error);
}

export type { Logger };
