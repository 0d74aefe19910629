import { encode } from 'next-auth/jwt';
import { beforeAll, describe, expect, test } from 'vitest';
import { decodeToken, encodeToken } from '@/lib/auth/token';
import { type Role, roles } from '@/lib/contracts/permissions';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { webEnv } from '@/lib/platform/env/web-env';
import { logOut } from '@/lib/use-cases/accounts/auth-sessions';
import { revokeApiToken } from '@/lib/use-cases/api-tokens/api-tokens';
import type { Stream } from '@/prisma/generated/client';
import { type AccessRequest, type AccessWorld, accessRows } from '../support/api/access-rows';
import { call } from '../support/api/api';
import { belongingsOf } from '../support/api/belongings';
import { makeApiToken, makeColleague, makeStream, makeUser, type SignedInUser } from '../support/api/factories';
import { type RoutedEndpoint, readRoutes } from '../support/api/routes';

/* Role × endpoint × own, foreign and anonymous, of the route files and the rows in tests/support/api/access-rows.ts. */

const routes = (await readRoutes()).map((endpoint) => {
  const name = `${endpoint.method} ${endpoint.path}`;
  return { ...endpoint, name, row: accessRows[name] ?? { allows: [] } };
});
const endpoints = routes.filter(({ spec }) => spec.auth === 'user');
type Route = (typeof routes)[number];

let world: AccessWorld;
/** On, with everything that only members may see. */
let stream: Stream;
let badTokens: Record<string, string | undefined>;

beforeAll(async () => {
  const owner = await makeUser();
  const colleague = (role: Role) => makeColleague(owner.actor, role);
  world = {
    users: {
      owner,
      admin: await colleague('admin'),
      member: await colleague('member'),
      viewer: await colleague('viewer'),
    },
  };
  const { id } = await makeStream(owner.actor, { name: 'Secret camera' });
  stream = await db().stream.update({
    where: { id },
    data: { passphrase: 'a-secret-passphrase', podName: 'secret-pod', podIp: '127.9.9.9' },
  });

  const { authSessionId: sessionId, userId, organizationId } = owner.actor;
  const claims = { sessionId, userId, organizationId };
  const secret = webEnv().AUTH_SECRET;
  const salt = 'sightline-api';
  const [expired, revoked, stranger] = [await makeUser(), await makeUser(), await makeUser()];
  await db().authSession.update({ where: { id: expired.actor.authSessionId }, data: { expiresAt: new Date() } });
  await logOut(revoked.actor);
  const [revokedApi, expiredApi] = [await makeApiToken(owner.actor, 'write'), await makeApiToken(owner.actor, 'write')];
  await revokeApiToken(owner.actor, revokedApi.actor.apiTokenId);
  await db().apiToken.update({ where: { id: expiredApi.actor.apiTokenId }, data: { expiresAt: new Date() } });
  badTokens = {
    'no token': undefined,
    'garbage for a token': 'a.b.c.d.e',
    'a token with a changed letter': owner.token.replace(/.{5}$/, 'AAAAA'),
    'a token made with another secret': await encode({ token: claims, secret: 'x'.repeat(40), salt }),
    'a token that the same secret made for another use': await encode({ token: claims, secret }),
    'an expired token': await encode({ token: claims, secret, salt, maxAge: -60 }),
    'an auth session that does not exist': await encodeToken({ authSessionId: newId(), userId, organizationId }),
    'an expired auth session': expired.token,
    'a revoked auth session': revoked.token,
    'a revoked API token': revokedApi.token,
    'an expired API token': expiredApi.token,
    'an API token that nobody made': `sl_${'A'.repeat(43)}`,
    "an auth session of their own with the victim's organization": await encodeToken({
      ...(await decodeToken(stranger.token)),
      organizationId,
    }),
  };
  const token = await encode({ token: claims, secret, salt });
  const account = endpoints.find(({ name }) => name === 'GET /auth/me');
  // So that each refusal has one cause.
  expect(account && (await send(account, {}, token)).status).toBe(200);
}, 60_000);

const requestOf = async ({ row }: Route, caller: SignedInUser): Promise<AccessRequest> =>
  (await row.request?.(world, caller)) ?? {};

const send = (
  { handler, method }: RoutedEndpoint,
  request: AccessRequest,
  token?: string,
  replyKey?: 'replyToViewer',
) => call(handler, { method, token, ...request, replyKey });

const belongings = () => belongingsOf(world.users.owner.actor.organizationId);

test('each route has a row, and no row is without its route', () => {
  expect(Object.keys(accessRows).sort()).toEqual(routes.map(({ name }) => name).sort());
});

test('exactly the endpoints that are for anybody need no user', () => {
  const open = Object.entries(accessRows).filter(([, { allows }]) => allows === 'anybody');
  const declared = routes.filter(({ spec }) => spec.auth === 'public');
  expect(declared.map(({ name }) => name).sort()).toEqual(open.map(([name]) => name).sort());
});

describe.each(endpoints)('$name', (endpoint) => {
  const { row, spec } = endpoint;

  test('refuses whoever has no valid token', async () => {
    const request = await requestOf(endpoint, world.users.owner);
    const before = await belongings();
    for (const [what, token] of Object.entries(badTokens)) {
      const answer = await send(endpoint, request, token);
      expect(answer, what).toMatchObject({ status: 401, body: { error: { code: 'unauthorized' } } });
      expectNoLeak(answer.body);
    }
    expect(await belongings()).toEqual(before);
  });

  test.runIf(!row.isForStrangers)('shows and changes nothing for a user of another organization', async () => {
    const stranger = await makeUser();
    const request = await requestOf(endpoint, world.users.owner);
    const namesTheirs = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/.test(JSON.stringify(request));
    expect(namesTheirs || !endpoint.path.includes('{'), 'the row names what its path asks for').toBe(true);
    const isLastOwner = endpoint.name === 'POST /organization/leave';
    const before = await belongings();
    const answer = await send(endpoint, request, stranger.token);
    if (namesTheirs || row.isForOperator)
      expect(answer).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
    // It names the organization, which is not theirs.
    else if (row.isRefusedToOperator) expect(answer.status).toBe(422);
    else if (isLastOwner) expect(answer.status).toBe(409);
    else expect(answer.status).toBeLessThan(300);
    expectNoLeak(answer.body ?? null);
    expect(await belongings()).toEqual(before);
  });

  test.each(roles)('allows or refuses a caller whose role is %s', async (role) => {
    const caller = row.endsCaller ? await makeColleague(world.users.owner.actor, role) : world.users[role];
    const request = await requestOf(endpoint, caller);
    const isAllowed = row.allows.includes(role);
    const before = isAllowed && !row.isRefusedToOperator ? null : await belongings();
    const isToViewer = role === 'viewer' && spec.replyToViewer;
    const answer = await send(endpoint, request, caller.token, isToViewer ? 'replyToViewer' : undefined);
    if (before === null) expect(answer.status).toBeLessThan(300);
    else if (isAllowed) expect(answer.status).toBe(409);
    else expect(answer).toMatchObject({ status: 403, body: { error: { code: 'forbidden' } } });
    if (before !== null) expect(await belongings()).toEqual(before);
    if (role !== 'viewer') return;
    const text = JSON.stringify(answer.body ?? null);
    expect(text).not.toMatch(/stream_key|view_key|passphrase|pod_|media|findings|secret/);
  });
});

test('a viewer reads a stream without keys, passphrases and pods', async () => {
  for (const name of ['GET /streams', 'GET /streams/{id}']) {
    const endpoint = endpoints.find((one) => one.name === name);
    if (!endpoint) throw new Error(`there is no ${name}`);
    const answer = await send(endpoint, { params: { id: stream.id } }, world.users.viewer.token, 'replyToViewer');
    expect(JSON.stringify(answer.body)).toContain(stream.id);
    for (const secret of [stream.streamKey, stream.viewKey, 'a-secret-passphrase', 'secret-pod', '127.9.9.9']) {
      expect(JSON.stringify(answer.body)).not.toContain(secret);
    }
  }
  const toViewers = endpoints.filter(({ spec }) => spec.replyToViewer).map(({ name }) => name);
  expect(toViewers.sort()).toEqual(['GET /streams', 'GET /streams/{id}']);
});

function expectNoLeak(body: unknown) {
  const text = JSON.stringify(body);
  const { streamKey, viewKey, participantIdentity } = stream;
  for (const secret of [streamKey, viewKey, participantIdentity, 'Secret', world.users.owner.email]) {
    expect(text).not.toContain(secret);
  }
}
