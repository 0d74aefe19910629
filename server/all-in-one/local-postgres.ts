import path from 'node:path';
import type { AllInOneEnv } from '@/lib/platform/env/all-in-one-env';
import { programEnv } from '@/lib/platform/env/program-env';
import { logLine } from './log-line';
import type { LocalPostgresOptions } from './postgres';
import type { LocalSecrets } from './secrets';

/** A fast shutdown, and time for its last checkpoint. */
export const postgresStop = { signal: 'SIGINT', timeoutMs: 20_000 } as const;

/** The Postgres of a data folder. */
export const localPostgres = (
  settings: AllInOneEnv,
  dataDir: string,
  { postgresPassword }: LocalSecrets,
): LocalPostgresOptions => ({
  directory: path.join(dataDir, 'postgres'),
  port: settings.POSTGRES_PORT,
  password: postgresPassword,
  durable: true,
  env: programEnv(null),
  onLine: logLine('postgres'),
});
