import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { db } from '@/lib/platform/db/db';
import { databaseEnv } from '@/lib/platform/env/database-env';
import { LeaseHolder } from '@/server/gateway/reconciler/leases/lease-holder';
import type { LeaseStore } from '@/server/gateway/store/lease-store';
import { PostgresLeaseStore } from '@/server/gateway/store/postgres-lease-store';
import type { Clock } from '@/server/gateway/time/clock';
import { makeIdleStream, pressOn } from '../../support/gateway/reconciler';
import { SeededRandom } from '../../support/random';
import { until } from '../../support/until';

/** The gateways' clocks run ten times as fast. */
const speed = 10;
const runsMs = 15_000;
const maxStreams = 200;
const clock: Clock = {
  nowMs: () => performance.now() * speed,
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs / speed);
    return () => clearTimeout(timer);
  },
};
const cleanups: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
  await db().stream.deleteMany();
  await db().gateway.deleteMany();
});

/** A holder of real leases whose calls may be delayed, as if the gateway were paused. */
function makeHolder(gatewayId: string, pause: () => number) {
  const store = new PostgresLeaseStore({ gatewayId, maxStreams, databaseUrl: databaseEnv().DATABASE_URL });
  const late =
    <Parameters extends unknown[], Result>(call: (...parameters: Parameters) => Promise<Result>) =>
    async (...parameters: Parameters): Promise<Result> => {
      const result = await call(...parameters);
      await sleep(pause());
      return result;
    };
  const lateStore: LeaseStore = {
    renew: late(() => store.renew()),
    claimFree: late((limit) => store.claimFree(limit)),
    claimFrom: late((dead, heartbeat, limit) => store.claimFrom(dead, heartbeat, limit)),
    release: (node) => store.release(node),
    close: () => store.close(),
  };
  const holder = new LeaseHolder({ gatewayId, maxStreams, store: lateStore, clock, onChange: () => undefined });
  const stop = async () => {
    await holder.stop();
    await store.close();
  };
  return { holder, stop };
}

test('while gateways are paused, killed and started no two act for one stream, and each stream ends up with one', async () => {
  const random = new SeededRandom(11);
  const streams = await Promise.all(Array.from({ length: 5 }, makeIdleStream));
  for (const { id } of streams) await pressOn(id);
  const pause = () => (random.integer(12) === 0 ? random.integer(1_500) : 0);
  const holders = new Map<string, ReturnType<typeof makeHolder>>();
  let takeovers = 0;
  const owners = new Map<string, string>();
  const start = async (id: string) => {
    const made = makeHolder(id, pause);
    holders.set(id, made);
    await made.holder.start();
  };
  cleanups.push(async () => {
    for (const { stop } of holders.values()) await stop();
  });
  for (const id of ['gateway-a', 'gateway-b', 'gateway-c']) await start(id);

  const endMs = performance.now() + runsMs;
  for (let count = 1; performance.now() < endMs; count++) {
    for (const { id } of streams) {
      const acting = [...holders].flatMap(([gatewayId, { holder }]) =>
        typeof holder.permitMs(id) === 'number' ? gatewayId : [],
      );
      expect(acting.length, `${acting.join(' and ')} act for ${id}`).toBeLessThanOrEqual(1);
      const [owner] = acting;
      if (owner && owners.get(id) !== owner) takeovers++;
      if (owner) owners.set(id, owner);
    }
    if (count % 150 === 0) {
      const gatewayId = ['gateway-a', 'gateway-b', 'gateway-c'][random.integer(3)] ?? '';
      await holders.get(gatewayId)?.stop();
      holders.delete(gatewayId);
      setTimeout(() => void start(`${gatewayId}-again-${count}`), random.integer(1_000));
    }
    await sleep(10);
  }
  expect(takeovers).toBeGreaterThan(streams.length * 2);
  await until('each stream has one holder', async () => {
    const held = [...holders.values()].flatMap(({ holder }) => holder.streams.map(({ id }) => id));
    return held.length === streams.length && new Set(held).size === streams.length;
  });
});

test('no lease depends on a clock of Postgres', async () => {
  const text = await readFile('server/gateway/store/postgres-lease-store.ts', 'utf8');
  expect(text).not.toMatch(/\bnow\(\)|current_timestamp|clock_timestamp|interval '/i);
});
