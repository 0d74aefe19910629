import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { call } from '../support/api/api';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.resetModules();
});

test('while Postgres says nothing, /healthz answers 200 for the process, and /readyz 503 within seconds', async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  vi.resetModules();
  vi.stubEnv('DATABASE_URL', `postgresql://postgres@127.0.0.1:${port}/none`);
  vi.stubGlobal('sightline', undefined);
  const healthz = await import('@/app/healthz/route');
  const readyz = await import('@/app/readyz/route');
  expect(await call(healthz.GET)).toMatchObject({ status: 200, body: { status: 'ok' } });
  expect(sockets).toHaveLength(0);
  expect(await call(readyz.GET)).toMatchObject({
    status: 503,
    body: { error: { code: 'unavailable', message: 'The database does not answer.' } },
  });
  expect(sockets).toHaveLength(1);
  for (const socket of sockets) socket.destroy();
  silent.close();
});
