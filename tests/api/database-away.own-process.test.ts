import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Endpoint } from '@/lib/http/endpoint';
import { call } from '../support/api/api';
import { makeUser, password, signUpInput } from '../support/api/factories';
import { openPostgresProxy, type PostgresProxy } from '../support/bus/postgres-proxy';

let proxy: PostgresProxy;
let email: string;
let token: string;
const routes: Record<string, Endpoint> = {};

beforeAll(async () => {
  const user = await makeUser();
  ({ email, token } = user);
  proxy = await openPostgresProxy(process.env.DATABASE_URL ?? '');
  vi.resetModules();
  vi.stubEnv('DATABASE_URL', proxy.url);
  vi.stubGlobal('sightline', undefined);
  routes.login = (await import('@/app/api/v1/auth/login/route')).POST as Endpoint;
  routes.signUp = (await import('@/app/api/v1/auth/signup/route')).POST as Endpoint;
  routes.me = (await import('@/app/api/v1/auth/me/route')).GET as Endpoint;
  routes.events = (await import('@/app/api/v1/events/route')).GET as Endpoint;
  routes.createEvent = (await import('@/app/api/v1/events/route')).POST as Endpoint;
});

afterAll(() => {
  proxy.close();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

const calls: [string, () => Parameters<typeof call>[1]][] = [
  ['login', () => ({ method: 'POST', body: { user: { email, password } } })],
  ['signUp', () => ({ method: 'POST', body: signUpInput() })],
  ['me', () => ({ token })],
  ['events', () => ({ token })],
  ['createEvent', () => ({ method: 'POST', token, body: { event: { name: 'Meanwhile' } } })],
];

const ask = (name: string, options: Parameters<typeof call>[1]) => {
  const handler = routes[name];
  if (!handler) throw new Error(`no route ${name}`);
  return call(handler, options);
};

describe('while Postgres is away', () => {
  beforeEach(() => proxy.restore());

  test.each(calls)('%s is answered 503 with Retry-After, and works once it is back', async (name, options) => {
    expect((await ask('me', { token })).status).toBe(200);
    proxy.cut();
    const { status, headers, body } = await ask(name, options());
    expect([status, headers.get('retry-after')]).toEqual([503, '5']);
    expect(body).toMatchObject({ error: { code: 'unavailable', message: expect.stringContaining('database') } });
    expect(JSON.stringify(body)).not.toMatch(/127\.0\.0\.1|Connection terminated|prisma/i);
    proxy.restore();
    await expect.poll(async () => (await ask('me', { token })).status).toBe(200);
  });
});
