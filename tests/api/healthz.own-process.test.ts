import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { GET as healthz } from '@/app/healthz/route';
import { call } from '../support/api/api';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.resetModules();
});

describe('GET /healthz', () => {
  test('answers 200 while Postgres answers', async () => {
    expect(await call(healthz)).toMatchObject({ status: 200, body: { status: 'ok' } });
  });

  test('answers 503 within seconds when Postgres accepts connections and then says nothing', async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    vi.resetModules();
    vi.stubEnv('DATABASE_URL', `postgresql://postgres@127.0.0.1:${port}/none`);
    vi.stubGlobal('sightlineDb', undefined);
    vi.stubGlobal('sightlinePool', undefined);
    const { GET } = await import('@/app/healthz/route');
    expect(await call(GET)).toMatchObject({
      status: 503,
      body: { error: { code: 'unavailable', message: 'The database does not answer.' } },
    });
    expect(sockets).toHaveLength(1);
    for (const socket of sockets) socket.destroy();
    silent.close();
  });
});
