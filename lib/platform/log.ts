import pino, { type Logger } from 'pino';
import { logLevel } from './env/process-env';
import { redact } from './redact';

/**
 * The only logger: JSON lines on standard output. Never pass it a token, key or password; {@link redact} is a second
 * line of defence.
 */
export const log: Logger = pino(
  {
    level: logLevel(),
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    // pino's own `redact` handles paths of a fixed depth, and no texts.
    hooks: { streamWrite: redact },
  },
  // Otherwise a process ended by a signal would lose the line that says why.
  pino.destination({ sync: true }),
);

export type { Logger };
