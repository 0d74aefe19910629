import { describe, expect, test } from 'vitest';
import { POST as logOut } from '@/app/api/v1/auth/logout/route';
import { GET as me } from '@/app/api/v1/auth/me/route';
import { db } from '@/lib/platform/db/db';
import { logIn } from '@/lib/use-cases/accounts/log-in';
import { call } from '../../support/api/api';
import { makeUser, password } from '../../support/api/factories';

describe('GET /auth/me', () => {
  test('answers the user and the organization', async () => {
    const { actor, token, email } = await makeUser();
    expect(await call(me, { token })).toMatchObject({
      status: 200,
      body: {
        user: { id: actor.userId, email, first_name: 'Ada', last_name: 'Lovelace' },
        organization: {
          id: actor.organizationId,
          name: 'Northwind Live',
          multiview_layout: null,
          recordings_keep_days: null,
          recordings_max_gb: null,
          weekly_digest: false,
        },
        role: 'owner',
      },
    });
  });

  test('refuses a member who was removed from the organization', async () => {
    const { actor, token } = await makeUser();
    await db().membership.deleteMany({ where: { userId: actor.userId } });
    expect(await call(me, { token })).toMatchObject({ status: 401 });
  });
});

describe('POST /auth/logout', () => {
  test('ends this auth session and no other', async () => {
    const { token, email } = await makeUser();
    const other = await logIn({ user: { email, password } }, { address: '127.0.0.1', userAgent: '' });
    expect(await call(logOut, { method: 'POST', token })).toMatchObject({ status: 204 });
    expect(await call(me, { token })).toMatchObject({ status: 401, body: { error: { code: 'unauthorized' } } });
    expect(await call(logOut, { method: 'POST', token })).toMatchObject({ status: 401 });
    expect(await call(me, { token: other.token })).toMatchObject({ status: 200 });
  });
});
