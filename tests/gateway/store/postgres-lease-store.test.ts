import { afterEach, expect, test } from 'vitest';
import { db } from '@/lib/platform/db/db';
import { withClient } from '@/lib/platform/db/postgres-connection';
import { databaseEnv } from '@/lib/platform/env/database-env';
import { PostgresLeaseStore } from '@/server/gateway/store/postgres-lease-store';
import { openPostgresProxy } from '../../support/bus/postgres-proxy';
import { makeIdleStream, pressOn } from '../../support/gateway/reconciler';
import { until } from '../../support/until';

afterEach(async () => {
  await db().stream.deleteMany();
  await db().gateway.deleteMany();
});

test('a connection that dies silently within a transaction locks the leases for seconds only', async () => {
  const { DATABASE_URL } = databaseEnv();
  const proxy = await openPostgresProxy(DATABASE_URL);
  const store = new PostgresLeaseStore({ gatewayId: 'gateway-a', maxStreams: 5, databaseUrl: proxy.url });
  try {
    await store.renew();
    const outcome = await withClient(DATABASE_URL, async (client) => {
      await client.query('BEGIN');
      await client.query(`SELECT 1 FROM gateways WHERE id = 'gateway-a' FOR UPDATE`);
      const renewal = store.renew().catch((error: unknown) => error);
      await until('the lease query waits for a lock', async () => {
        const { rowCount } = await client.query(
          `SELECT 1 FROM pg_stat_activity WHERE application_name = 'sightline-leases' AND wait_event_type = 'Lock'`,
        );
        return rowCount === 1;
      });
      proxy.freeze();
      await client.query('COMMIT');
      return renewal;
    });
    expect(outcome).toMatchObject({ message: 'Query read timeout' });
    await until('leases are renewed again', () => store.renew().catch(() => null));
  } finally {
    await store.close();
    proxy.close();
  }
});

test('no more streams are claimed than asked for where Postgres believes that there is one', async () => {
  const { DATABASE_URL } = databaseEnv();
  const store = new PostgresLeaseStore({ gatewayId: 'gateway-a', maxStreams: 5, databaseUrl: DATABASE_URL });
  try {
    await pressOn((await makeIdleStream()).id);
    await db().$executeRaw`ANALYZE streams`;
    for (let count = 0; count < 3; count++) await pressOn((await makeIdleStream()).id);
    expect(await store.claimFree(2)).toHaveLength(2);
    expect(await store.claimFree(1)).toHaveLength(1);
    expect(await store.claimFree(2)).toHaveLength(1);
  } finally {
    await store.close();
  }
});
