import pino, { type Logger } from 'pino';
import { logLevel } from './env/process-env';

/** The one logger: JSON lines on standard output. Never pass it a token, key or password; the paths below are a second belt. */
export const log: Logger = pino({
  level: logLevel(),
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label) => ({ level: label }) },
  redact: {
    paths: [
      'token',
      '*.token',
      'password',
      '*.password',
      'streamKey',
      '*.streamKey',
      'viewKey',
      '*.viewKey',
      '*.authorization',
      '*.secret',
    ],
    censor: '[redacted]',
  },
});

export type { Logger };
