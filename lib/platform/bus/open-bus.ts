import { databaseEnv } from '../env/database-env';
import type { Bus } from './bus';
import { postgresWire } from './postgres-wire';
import { redisWire } from './redis-wire';
import { wireBus } from './wire-bus';

const store = globalThis as typeof globalThis & { sightlineBus?: Bus };

/** This process's bus: Redis when REDIS_URL is set, else Postgres. */
export function openBus(): Bus {
  // Kept on globalThis because route handlers are bundled separately from the server, and would connect again.
  store.sightlineBus ??= wireBus(openWire());
  return store.sightlineBus;
}

function openWire() {
  const { REDIS_URL } = databaseEnv();
  return REDIS_URL ? redisWire(REDIS_URL) : postgresWire;
}
