import { encode } from 'next-auth/jwt';
import { beforeAll, describe, expect, test } from 'vitest';
import { logOut } from '@/lib/accounts/log-out';
import { decodeToken, encodeToken } from '@/lib/auth/token';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { webEnv } from '@/lib/platform/env/web-env';
import type { Event, Stream } from '@/prisma/generated/client';
import { call } from '../support/api/api';
import { makeEvent, makeStream, makeUser, password, type SignedInUser } from '../support/api/factories';
import { readRoutes } from '../support/api/routes';

const routes = await readRoutes();

/** Every endpoint that is not public, taken from the route files, so that none can be forgotten. */
const endpoints = routes
  .filter(({ spec }) => spec.auth === 'user')
  .map((endpoint) => ({ ...endpoint, name: `${endpoint.method} ${endpoint.path}` }));

let victim: SignedInUser;
let event: Event;
let stream: Stream;
beforeAll(async () => {
  victim = await makeUser();
  event = await makeEvent(victim.actor, 'Secret gala');
  stream = await makeStream(victim.actor, { name: 'Secret camera', eventId: event.id });
});

/** A call that would succeed for the victim and affect what belongs to them. */
function attack({ name, path, method, handler, spec }: (typeof endpoints)[number], token?: string) {
  const bodies: Record<string, unknown> = {
    'POST /events': { event: { name: 'Taken over' } },
    'PATCH /events/{id}': { event: { name: 'Taken over' } },
    'POST /streams': { stream: { name: 'Taken over', event_id: event.id } },
    'PATCH /streams/{id}': { stream: { name: 'Taken over' } },
    'PATCH /auth/me': { user: { first_name: 'Mallory' } },
    'PUT /auth/password': { user: { current_password: password, password: 'taken over' } },
  };
  if (spec.body && !bodies[name]) throw new Error(`${name} needs a body here`);
  return call(handler, {
    method,
    token,
    params: { id: idOf(path) },
    query: path === '/streams' ? { event_id: event.id } : {},
    body: bodies[name],
  });
}

function idOf(path: string): string {
  if (path.startsWith('/events')) return event.id;
  if (path.startsWith('/members')) return victim.actor.userId;
  return path.startsWith('/auth/sessions') ? victim.actor.authSessionId : stream.id;
}

/** What the victim's own token says. */
const claims = () => ({
  sessionId: victim.actor.authSessionId,
  userId: victim.actor.userId,
  organizationId: victim.actor.organizationId,
});

/** Everything of the victim's in the database. */
async function belongings() {
  const { organizationId, userId } = victim.actor;
  const where = { organizationId };
  return {
    user: await db().user.findUnique({ where: { id: userId }, omit: { passwordHash: false } }),
    organization: await db().organization.findUnique({ where: { id: organizationId } }),
    memberships: await db().membership.findMany({ where }),
    sessions: await db().authSession.findMany({ where }),
    events: await db().event.findMany({ where }),
    streams: await db().stream.findMany({ where }),
    incidents: await db().streamIncident.findMany({ where }),
  };
}

function expectNoLeak(body: unknown) {
  const text = JSON.stringify(body);
  for (const secret of [
    stream.streamKey,
    stream.viewKey,
    stream.participantIdentity,
    stream.name,
    event.name,
    victim.email,
  ]) {
    expect(text).not.toContain(secret);
  }
}

test('only signing up, signing in, a forgotten password and the OpenAPI document need no user', () => {
  const open = routes.filter(({ spec }) => spec.auth === 'public').map(({ method, path }) => `${method} ${path}`);
  expect(open.sort()).toEqual([
    'GET /openapi.json',
    'POST /auth/login',
    'POST /auth/password_reset',
    'POST /auth/signup',
    'POST /auth/sso_session',
    'PUT /auth/password_reset',
  ]);
});

test('a token of the right claims, secret and use is accepted, so that each refusal below has one cause', async () => {
  const token = await encode({ token: claims(), secret: webEnv().AUTH_SECRET, salt: 'sightline-api' });
  const account = endpoints.find(({ name }) => name === 'GET /auth/me');
  expect(account && (await attack(account, token)).status).toBe(200);
});

describe.each(endpoints)('$name', (endpoint) => {
  test.each<[string, () => Promise<string | undefined>]>([
    ['no token', async () => undefined],
    ['garbage for a token', async () => 'a.b.c.d.e'],
    ['a token with a changed letter', async () => victim.token.replace(/.{5}$/, 'AAAAA')],
    [
      'a token made with another secret',
      async () => encode({ token: claims(), secret: 'x'.repeat(40), salt: 'sightline-api' }),
    ],
    [
      'a token that the same secret made for another use',
      async () => encode({ token: claims(), secret: webEnv().AUTH_SECRET }),
    ],
    [
      'an expired token',
      async () => encode({ token: claims(), secret: webEnv().AUTH_SECRET, salt: 'sightline-api', maxAge: -60 }),
    ],
    ['an auth session that does not exist', async () => encodeToken({ ...victim.actor, authSessionId: newId() })],
    [
      'an expired auth session',
      async () => {
        const { actor, token } = await makeUser();
        await db().authSession.update({ where: { id: actor.authSessionId }, data: { expiresAt: new Date() } });
        return token;
      },
    ],
    [
      'a revoked auth session',
      async () => {
        const { actor, token } = await makeUser();
        await logOut(actor);
        return token;
      },
    ],
    [
      "an auth session of their own with the victim's organization",
      async () => {
        const claims = await decodeToken((await makeUser()).token);
        return encodeToken({ ...claims, organizationId: victim.actor.organizationId });
      },
    ],
  ])('refuses %s', async (_, tokenOf) => {
    const token = await tokenOf();
    const before = await belongings();
    const answer = await attack(endpoint, token);
    expect(answer).toMatchObject({ status: 401, body: { error: { code: 'unauthorized' } } });
    expectNoLeak(answer.body);
    expect(await belongings()).toEqual(before);
  });

  test('shows and changes nothing for a user of another organization', async () => {
    const stranger = await makeUser();
    const before = await belongings();
    const answer = await attack(endpoint, stranger.token);
    const namesTheirs = endpoint.path.includes('{id}') || endpoint.path === '/streams';
    if (namesTheirs) expect(answer).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
    else expect(answer.status).toBeLessThan(300);
    expectNoLeak(answer.body ?? null);
    expect(await belongings()).toEqual(before);
  });
});

// Without this, the tests above could pass for calls that never work. Last, because it changes what they attack.
test.each(endpoints.filter(({ method }) => method !== 'DELETE'))('$name works for the victim', async (endpoint) => {
  const { token } = endpoint.path === '/auth/logout' ? await makeUser() : victim;
  expect((await attack(endpoint, token)).status).toBeLessThan(300);
});
