import { z } from 'zod';

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** The settings of every program. */
export const processEnvSchema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('production'),
  LOG_LEVEL: z.enum(logLevels).default('info'),
});

/** The log level, for code that must log even when settings are wrong; then it ignores them. */
export const logLevel = (): string =>
  processEnvSchema.shape.LOG_LEVEL.catch('info').parse(process.env.LOG_LEVEL || undefined);
