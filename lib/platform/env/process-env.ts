import { z } from 'zod';
import { envReader } from './read-env';

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** What every program has. */
export const processEnvSchema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('production'),
  LOG_LEVEL: z.enum(logLevels).default('info'),
});

/** The settings that every program has. @throws like {@link envReader} */
export const processEnv = envReader(processEnvSchema);

/** The log level alone, for code that must log even where settings are wrong: then it is that of no setting. */
export const logLevel = (): string =>
  processEnvSchema.shape.LOG_LEVEL.catch('info').parse(process.env.LOG_LEVEL || undefined);
