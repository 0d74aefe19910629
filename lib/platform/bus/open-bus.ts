import { databaseEnv } from '../env/database-env';
import { processWide } from '../process-wide';
import type { Bus } from './bus';
import { postgresWire } from './postgres-wire';
import { redisWire } from './redis-wire';
import { wireBus } from './wire-bus';

/** This process's bus: Redis when REDIS_URL is set, else Postgres. */
export const openBus = (): Bus => processWide('bus', () => wireBus(openWire()));

function openWire() {
  const { REDIS_URL } = databaseEnv();
  return REDIS_URL ? redisWire(REDIS_URL) : postgresWire;
}
