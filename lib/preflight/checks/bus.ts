import { errorText } from '@/lib/core/error-text';
import { openBus } from '@/lib/platform/bus/open-bus';
import { databaseEnv } from '@/lib/platform/env/database-env';
import { type Check, ok, problem, warning } from '../finding';

const timeoutMs = 10_000;
const slowMs = 500;

/** Whether a message between programs comes through: one is sent to a listener of its own. */
export const checkBus: Check = async () => {
  const { REDIS_URL } = databaseEnv();
  const carrier = REDIS_URL ? 'Redis' : 'Postgres';
  const fix = REDIS_URL
    ? 'Start Redis, or correct REDIS_URL; its user needs the rights to publish and to subscribe.'
    : 'Where DATABASE_URL leads through a pooler such as PgBouncer, set DATABASE_DIRECT_URL to Postgres itself, on web and gateway; or set REDIS_URL.';
  let tookMs: number;
  try {
    tookMs = await openBus().measureRoundTrip(timeoutMs);
  } catch (error) {
    return [problem('bus', `No live message comes through ${carrier}: ${errorText(error)}.`, fix)];
  }
  const text = `A live message comes through ${carrier} in ${Math.ceil(tookMs)} ms.`;
  if (tookMs <= slowMs) return [ok('bus', text)];
  return [warning('bus', text, `Run Sightline and ${carrier} in one network, and look at what else loads it.`)];
};
