import path from 'node:path';
import pino, { type Logger } from 'pino';
import { isDatabaseAway } from './db/is-database-away';
import { logLevel } from './env/process-env';
import { redact } from './redact';

/**
 * The only logger: JSON lines on standard output. Never pass it a token, key or password; {@link redact} is a second
 * line of defence.
 */
export const log: Logger = pino(
  {
    level: logLevel(),
    base: { program: path.parse(process.argv[1] ?? 'node').name },
    serializers: { err: withoutStack },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    // pino's own `redact` handles paths of a fixed depth, and no texts.
    hooks: { streamWrite: redact },
  },
  // Otherwise a process ended by a signal would lose the line that says why.
  pino.destination({ sync: true }),
);

/** An outage of the database is one fact, however many stacks it meets. */
function withoutStack(error: Error): object {
  return isDatabaseAway(error) ? { type: error.name, message: error.message } : pino.stdSerializers.err(error);
}

export type { Logger };
