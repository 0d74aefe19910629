import { describe, expect, test } from 'vitest';
import { GET as me } from '@/app/api/v1/auth/me/route';
import { DELETE as endSession } from '@/app/api/v1/auth/sessions/[id]/route';
import { DELETE as endOthers, GET as list } from '@/app/api/v1/auth/sessions/route';
import type { OwnAuthSessionJson } from '@/lib/contracts/accounts';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { logIn } from '@/lib/use-cases/accounts/log-in';
import { call } from '../../support/api/api';
import { makeUser, password } from '../../support/api/factories';

const signInAgain = async (email: string, address: string, userAgent: string) =>
  (await logIn({ user: { email, password } }, { address, userAgent })).token;

const listed = async (token: string) => ((await call(list, { token })).body as { data: OwnAuthSessionJson[] }).data;

describe('GET /auth/sessions', () => {
  test('lists the user’s own sessions that go on, with when and from where they were last seen', async () => {
    const { token, email, actor } = await makeUser();
    await makeUser();
    const phone = await signInAgain(email, '192.0.2.1', 'A phone');
    const { authSessionId } = actor;
    const gone = { userId: actor.userId, organizationId: actor.organizationId };
    const [future, past] = [new Date(Date.now() + 60_000), new Date(Date.now() - 1_000)];
    await db().authSession.createMany({
      data: [
        { id: newId(), expiresAt: past, userId: gone.userId, organizationId: gone.organizationId },
        { id: newId(), expiresAt: future, revokedAt: past, userId: gone.userId, organizationId: gone.organizationId },
      ],
    });
    const sessions = await listed(phone);
    expect(sessions).toMatchObject([
      { attributes: { is_current: true, last_seen_address: '192.0.2.1', user_agent: 'A phone' } },
      { id: authSessionId, attributes: { is_current: false, user_agent: 'a test' } },
    ]);
    for (const { attributes } of sessions) {
      expect(Date.now() - Date.parse(attributes.last_seen_at)).toBeLessThan(60_000);
    }
    expect((await listed(token)).map(({ attributes }) => attributes.is_current)).toEqual([false, true]);
  });

  test('a session is seen anew with its next request, but not with each one', async () => {
    const { token, actor } = await makeUser();
    const where = { id: actor.authSessionId };
    const seen = async () => db().authSession.findUniqueOrThrow({ where });
    const before = await seen();
    const headers = { 'x-client-address': '192.0.2.9', 'user-agent': 'x'.repeat(400) };
    await call(me, { token, headers });
    expect(await seen()).toEqual(before);
    await db().authSession.update({ where, data: { lastSeenAt: new Date(Date.now() - 61_000) } });
    await Promise.all([call(me, { token, headers }), call(me, { token, headers })]);
    const after = await seen();
    expect(after).toMatchObject({ lastSeenAddress: '192.0.2.9', userAgent: 'x'.repeat(300) });
    expect(Date.now() - Number(after.lastSeenAt)).toBeLessThan(30_000);
  });

  test('a session from before it was noted has the time of its sign-in', async () => {
    const { token, actor } = await makeUser();
    const nothing = { lastSeenAt: null, lastSeenAddress: null, userAgent: null };
    const { createdAt } = await db().authSession.update({ where: { id: actor.authSessionId }, data: nothing });
    const other = await signInAgain((await db().user.findUniqueOrThrow({ where: { id: actor.userId } })).email, '', '');
    const [, first] = await listed(other);
    expect(first?.attributes).toMatchObject({
      last_seen_at: createdAt.toISOString(),
      last_seen_address: null,
      user_agent: null,
    });
    expect(token).not.toBe(other);
  });
});

describe('DELETE /auth/sessions/{id}', () => {
  test('ends one session of the user, once', async () => {
    const { token, email, actor } = await makeUser();
    const other = await signInAgain(email, '192.0.2.1', 'A phone');
    const end = () => call(endSession, { method: 'DELETE', token: other, params: { id: actor.authSessionId } });
    expect(await end()).toMatchObject({ status: 204 });
    expect(await call(me, { token })).toMatchObject({ status: 401 });
    expect(await call(me, { token: other })).toMatchObject({ status: 200 });
    expect(await end()).toMatchObject({ status: 404 });
  });

  test('ends the present one too', async () => {
    const { token, actor } = await makeUser();
    await call(endSession, { method: 'DELETE', token, params: { id: actor.authSessionId } });
    expect(await call(me, { token })).toMatchObject({ status: 401 });
  });
});

test('DELETE /auth/sessions ends all sessions of the user except the present one', async () => {
  const [{ token, email }, stranger] = [await makeUser(), await makeUser()];
  const others = [await signInAgain(email, '192.0.2.1', 'A'), await signInAgain(email, '192.0.2.2', 'B')];
  expect(await call(endOthers, { method: 'DELETE', token })).toMatchObject({ status: 204 });
  for (const other of others) expect(await call(me, { token: other })).toMatchObject({ status: 401 });
  expect(await call(me, { token })).toMatchObject({ status: 200 });
  expect(await call(me, { token: stranger.token })).toMatchObject({ status: 200 });
});
