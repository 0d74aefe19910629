import { describe, expect, test } from 'vitest';
import { PATCH as updateAccount } from '@/app/api/v1/auth/me/route';
import { PUT as changePassword } from '@/app/api/v1/auth/password/route';
import { authenticate } from '@/lib/auth/authenticate';
import { db } from '@/lib/platform/db/db';
import { logIn } from '@/lib/use-cases/accounts/log-in';
import { call } from '../../support/api/api';
import { makeUser, newAddress, password } from '../../support/api/factories';
import { setUses } from '../../support/api/set-uses';

const signIn = (email: string, secret: string) =>
  logIn({ user: { email, password: secret } }, { address: newAddress(), userAgent: '' });

describe('PATCH /auth/me', () => {
  const update = (token: string, user: object) => call(updateAccount, { method: 'PATCH', token, body: { user } });

  test('changes the name, and nothing else', async () => {
    const { token, email, actor } = await makeUser();
    expect(await update(token, { first_name: ' Grace ', last_name: 'Hopper', email: 'x@example.com' })).toMatchObject({
      status: 200,
      body: { user: { id: actor.userId, email, first_name: 'Grace', last_name: 'Hopper' } },
    });
    expect(await update(token, { first_name: 'Grace' })).toMatchObject({ body: { user: { last_name: 'Hopper' } } });
    expect(await update(token, { first_name: 'Grace', last_name: '' })).toMatchObject({
      body: { user: { last_name: null } },
    });
    expect(await signIn(email, password)).toMatchObject({ user: { firstName: 'Grace', lastName: null } });
  });

  test('refuses an empty first name', async () => {
    const { token } = await makeUser();
    expect(await update(token, { first_name: ' ' })).toMatchObject({
      status: 422,
      body: { error: { errors: { 'user.first_name': ['First name is required.'] } } },
    });
  });
});

describe('PUT /auth/password', () => {
  const change = (token: string, current: string, next: string) =>
    call(changePassword, { method: 'PUT', token, body: { user: { current_password: current, password: next } } });

  test('changes it, and ends all other sessions', async () => {
    const { token, email } = await makeUser();
    const other = await signIn(email, password);
    expect(await change(token, password, 'another password')).toMatchObject({ status: 204 });
    await expect(authenticate(other.token)).rejects.toMatchObject({ code: 'unauthorized' });
    await expect(authenticate(token)).resolves.toBeDefined();
    await expect(signIn(email, password)).rejects.toMatchObject({ code: 'unauthorized' });
    await expect(signIn(email, 'another password')).resolves.toBeDefined();
  });

  test('refuses a wrong current password, and a new one that is too short', async () => {
    const { token, email } = await makeUser();
    expect(await change(token, 'a guess', 'another password')).toMatchObject({
      status: 422,
      body: {
        error: {
          message: 'The current password is wrong.',
          errors: { 'user.current_password': ['The current password is wrong.'] },
        },
      },
    });
    expect(await change(token, password, 'short')).toMatchObject({
      status: 422,
      body: { error: { errors: { 'user.password': ['New password must have at least 8 characters.'] } } },
    });
    await expect(signIn(email, password)).resolves.toBeDefined();
  });

  test('lets nobody guess the current one at a page that was left open', async () => {
    const { token, actor } = await makeUser();
    await setUses('password', actor.userId, 9);
    expect(await change(token, 'a guess', 'another password')).toMatchObject({ status: 422 });
    const refused = await change(token, password, 'another password');
    expect(refused).toMatchObject({ status: 429, body: { error: { code: 'too_many_requests' } } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('of two changes at once, one holds', async () => {
    const { token, email } = await makeUser();
    const answers = await Promise.all([
      change(token, password, 'first password'),
      change(token, password, 'second one'),
    ]);
    const statuses = answers.map(({ status }) => status);
    // The second is refused as a conflict, or, where it is checked later, for its wrong current password.
    expect(statuses.filter((status) => status === 204)).toHaveLength(1);
    const winner = statuses[0] === 204 ? 'first password' : 'second one';
    await expect(signIn(email, winner)).resolves.toBeDefined();
    expect(await db().user.count({ where: { email } })).toBe(1);
  });
});
