import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { backoffMs } from '@/lib/core/backoff';
import { db } from '@/lib/core/db';
import { env } from '@/lib/core/env';
import { log } from '@/lib/core/log';
import { type Bus, type BusListener, busMessageSchema } from './bus';

const channel = 'sightline';
const aliveIntervalMs = 10_000;

/** Postgres LISTEN/NOTIFY as the bus. A lost connection is made again, and the listener told to read everything anew. */
export const postgresBus: Bus = {
  async publish(message) {
    await db().$executeRaw`SELECT pg_notify(${channel}, ${JSON.stringify(message)})`;
  },

  async subscribe(listener) {
    const stop = new AbortController();
    let client = await listen(listener);
    const running = (async () => {
      for (let attempt = 0; ; ) {
        await client.ended;
        if (stop.signal.aborted) return;
        await sleep(backoffMs(attempt++, { firstMs: 100, capMs: 5_000 }), undefined, { signal: stop.signal }).catch(
          () => undefined,
        );
        if (stop.signal.aborted) return;
        try {
          client = await listen(listener);
        } catch (error) {
          log.warn({ err: error, attempt }, 'bus: no connection to Postgres yet');
          continue;
        }
        attempt = 0;
        listener.onResync();
      }
    })();
    return async () => {
      stop.abort();
      await client.close();
      await running;
    };
  },
};

interface ListeningClient {
  /** Settles when the connection is gone, for whatever reason. */
  ended: Promise<void>;
  close(): Promise<void>;
}

async function listen(listener: BusListener): Promise<ListeningClient> {
  const client = new pg.Client({
    connectionString: env().DATABASE_URL,
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
  });
  const ended = new Promise<void>((resolve) => {
    client.once('end', resolve);
    client.on('error', (error) => {
      log.warn({ err: error }, 'bus: connection to Postgres lost');
      resolve();
    });
  });
  client.on('notification', ({ payload }) => {
    const message = busMessageSchema.safeParse(JSON.parse(payload ?? 'null'));
    if (message.success) listener.onMessage(message.data);
    else log.warn({ issues: message.error.issues }, 'bus: unknown message');
  });
  await client.connect();
  await client.query(`LISTEN ${channel}`);
  // A connection that a firewall dropped silently is only noticed by asking something.
  const alive = setInterval(() => void client.query('SELECT 1').catch(() => client.end()), aliveIntervalMs);
  void ended.then(() => clearInterval(alive));
  return { ended, close: () => client.end() };
}
