import { createClient } from '@redis/client';
import { stdSerializers } from 'pino';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openBus } from '@/lib/platform/bus/open-bus';
import { redisWire } from '@/lib/platform/bus/redis-wire';
import { wireBus } from '@/lib/platform/bus/wire-bus';
import { log } from '@/lib/platform/log';
import { openPostgresProxy } from '../../support/bus/postgres-proxy';
import { redisPassword, startRedis } from '../../support/bus/redis';
import { type Carrier, testBus } from './bus-contract';

async function openRedis(): Promise<Carrier> {
  const redis = await startRedis();
  const proxy = await openPostgresProxy(redis.url);
  const admin = createClient({ url: redis.url });
  await admin.connect();
  return {
    makeWire: () => redisWire(proxy.url),
    proxy,
    sendRaw: async (text) => void (await admin.publish('sightline', text)),
    countListeners: async () => (await admin.pubSubNumSub('sightline')).sightline ?? 0,
    killListeners: async () => void (await admin.sendCommand(['CLIENT', 'KILL', 'TYPE', 'pubsub'])),
    countConnections: async () => (await admin.clientList()).length,
    async refuseListening() {
      await admin.aclSetUser('default', 'resetchannels');
      onTestFinished(async () => void (await admin.aclSetUser('default', '&*')));
    },
    async close() {
      admin.destroy();
      proxy.close();
      await redis.stop();
    },
  };
}

describe('the bus over Redis', () => testBus(openRedis));

test('REDIS_URL chooses Redis', async () => {
  const carrier = await openRedis();
  onTestFinished(() => carrier.close());
  process.env.REDIS_URL = carrier.proxy.url;
  const stop = await openBus().subscribe({ onMessage: () => undefined, onResync: () => undefined });
  expect(await carrier.countListeners()).toBe(1);
  await stop();
});

test('a password never reaches the log, right or wrong', async () => {
  const redis = await startRedis();
  onTestFinished(() => redis.stop());
  const warn = vi.spyOn(log, 'warn');
  const error = vi.spyOn(log, 'error');
  onTestFinished(() => void vi.restoreAllMocks());
  const wrong = redis.url.replace(redisPassword, 'wrong-secret');
  for (const url of [wrong, redis.url.replace(/\d+$/, '1')]) {
    const bus = wireBus(redisWire(url));
    await bus.publish({ type: 'stream_remove', organizationId: 'north', streamId: 'one' });
    const thrown = await bus.subscribe({ onMessage: () => undefined, onResync: () => undefined }).catch(String);
    expect(thrown).not.toMatch(/secret/);
    await bus.close();
  }
  const written = JSON.stringify([...warn.mock.calls, ...error.mock.calls], (key, value) =>
    key === 'err' ? stdSerializers.err(value) : value,
  );
  expect(written).toContain('WRONGPASS');
  expect(written).toContain('ECONNREFUSED');
  expect(written).not.toMatch(/secret/);
});
