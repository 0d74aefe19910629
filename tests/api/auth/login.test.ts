import { describe, expect, test } from 'vitest';
import { POST as logIn } from '@/app/api/v1/auth/login/route';
import { GET as me } from '@/app/api/v1/auth/me/route';
import { signUp } from '@/lib/accounts/sign-up';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { call } from '../../support/api/api';
import { password, signUpInput } from '../../support/api/factories';

describe('POST /auth/login', () => {
  test('answers a token for the API, with the user and their organization', async () => {
    const { user, organization } = await signUp(signUpInput());
    const answer = await call(logIn, { method: 'POST', body: { user: { email: user.email, password } } });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        data: {
          token: expect.any(String),
          user: { id: user.id, email: user.email },
          organization: { id: organization.id, name: organization.name },
        },
      },
    });
    const { token } = (answer.body as { data: { token: string } }).data;
    expect(await call(me, { token })).toMatchObject({ status: 200, body: { user: { id: user.id } } });
    // The token reveals nothing to its holder.
    const readable = token.split('.').map((part) => Buffer.from(part, 'base64url').toString('latin1'));
    expect(readable.join('\n')).not.toContain(user.id);
  });

  test('accepts the e-mail address in any case', async () => {
    const { user } = await signUp(signUpInput());
    const body = { user: { email: ` ${user.email.toUpperCase()} `, password } };
    expect(await call(logIn, { method: 'POST', body })).toMatchObject({ status: 200 });
  });

  test('answers a wrong password and an unknown e-mail address alike', async () => {
    const { user } = await signUp(signUpInput());
    const attempts = [
      { email: user.email, password: `${password} ` },
      { email: `${newId()}@example.com`, password },
    ];
    for (const attempt of attempts) {
      const answer = await call(logIn, { method: 'POST', body: { user: attempt } });
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
      expect(answer.body).toEqual({
        error: { code: 'unauthorized', message: 'The e-mail address or the password is wrong.' },
      });
    }
    expect(await db().authSession.count({ where: { userId: user.id } })).toBe(0);
  });

  describe('guesses', () => {
    const addressed = (email: string, guess: string, address = '192.0.2.1') =>
      call(logIn, {
        method: 'POST',
        body: { user: { email, password: guess } },
        headers: { 'x-client-address': address },
      });

    test('ten are answered, even at once; more are refused at this address, and not elsewhere or for other users', async () => {
      const { email } = (await signUp(signUpInput())).user;
      const answers = await Promise.all(Array.from({ length: 12 }, (_, count) => addressed(email, `guess ${count}`)));
      expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(401), 429, 429]);
      const refused = await addressed(email, password);
      expect(refused).toMatchObject({
        status: 429,
        body: {
          error: {
            code: 'too_many_requests',
            message: 'Too many attempts to sign in. Please try again in 5 minutes.',
          },
        },
      });
      const retryAfterSeconds = Number(refused.headers.get('retry-after'));
      expect(retryAfterSeconds).toBeGreaterThan(200);
      expect(retryAfterSeconds).toBeLessThanOrEqual(300);
      expect(await addressed(email, password, '192.0.2.2')).toMatchObject({ status: 200 });
      const other = (await signUp(signUpInput())).user;
      expect(await addressed(other.email, password)).toMatchObject({ status: 200 });
    });

    test('are cleared after five minutes, and by a success', async () => {
      const { email } = (await signUp(signUpInput())).user;
      for (let count = 0; count < 11; count++) await addressed(email, 'a guess');
      expect(await addressed(email, password)).toMatchObject({ status: 429 });
      await db().$executeRaw`UPDATE login_attempts SET started_at = now() - interval '301 seconds'`;
      expect(await addressed(email, 'a guess')).toMatchObject({ status: 401 });
      expect(await db().loginAttempts.count()).toBe(1);
      expect(await addressed(email, password)).toMatchObject({ status: 200 });
      expect(await db().loginAttempts.count()).toBe(0);
    });
  });

  test.each([
    ['no user', {}, 'user', 'User is required.'],
    ['no e-mail', { user: { password } }, 'user.email', 'Email is required.'],
    ['no password', { user: { email: 'ada@example.com' } }, 'user.password', 'Password is required.'],
    [
      'an empty password',
      { user: { email: 'ada@example.com', password: '' } },
      'user.password',
      'Password is required.',
    ],
  ])('refuses %s', async (_, body, field, sentence) => {
    expect(await call(logIn, { method: 'POST', body })).toMatchObject({
      status: 422,
      body: { error: { code: 'invalid_input', errors: { [field]: [sentence] } } },
    });
  });

  test('deletes the expired auth sessions of the user, and no others', async () => {
    const { user, organization } = await signUp(signUpInput());
    const expired = { userId: user.id, organizationId: organization.id, expiresAt: new Date(Date.now() - 1000) };
    await db().authSession.create({ data: { id: newId(), ...expired } });
    const body = { user: { email: user.email, password } };
    await call(logIn, { method: 'POST', body });
    await call(logIn, { method: 'POST', body });
    const sessions = await db().authSession.findMany({ where: { userId: user.id } });
    const days = sessions.map(({ expiresAt }) => (expiresAt.getTime() - Date.now()) / 86_400_000);
    expect(days).toEqual([expect.closeTo(30, 1), expect.closeTo(30, 1)]);
  });
});
