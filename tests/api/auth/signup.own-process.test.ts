import { describe, expect, test } from 'vitest';
import { POST as logIn } from '@/app/api/v1/auth/login/route';
import { POST as signUp } from '@/app/api/v1/auth/signup/route';
import { db } from '@/lib/platform/db/db';
import { call } from '../../support/api/api';
import { password, signUpInput } from '../../support/api/factories';
import { setUses } from '../../support/api/set-uses';

describe('POST /auth/signup', () => {
  test('creates a user who owns a new organization and can sign in', async () => {
    const input = signUpInput();
    const answer = await call(signUp, { method: 'POST', body: input });
    expect(answer).toMatchObject({
      status: 201,
      body: {
        data: {
          user: { email: input.user.email, first_name: 'Ada', last_name: 'Lovelace' },
          organization: { name: 'Northwind Live' },
        },
      },
    });
    const { memberships, passwordHash } = await db().user.findUniqueOrThrow({
      where: { email: input.user.email },
      select: { passwordHash: true, memberships: { select: { role: true } } },
    });
    expect(memberships).toEqual([{ role: 'owner' }]);
    expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const body = { user: { email: input.user.email, password } };
    expect(await call(logIn, { method: 'POST', body })).toMatchObject({ status: 200 });
  });

  test('trims names and compares e-mail addresses without case', async () => {
    const input = signUpInput();
    const { email } = input.user;
    const answer = await call(signUp, {
      method: 'POST',
      body: {
        organization: { name: '  Acme ' },
        user: { email: ` ${email.toUpperCase()} `, password: ' 8 chars', first_name: ' Bo ', last_name: ' ' },
      },
    });
    expect(answer).toMatchObject({
      status: 201,
      body: {
        data: { user: { email, first_name: 'Bo', last_name: null }, organization: { name: 'Acme' }, role: 'owner' },
      },
    });
  });

  test('refuses an e-mail address that is taken, also by concurrent requests', async () => {
    const input = signUpInput();
    const answers = await Promise.all(Array.from({ length: 6 }, () => call(signUp, { method: 'POST', body: input })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    const sentence = 'There is already an account with this e-mail address.';
    expect(answers.find(({ status }) => status === 409)?.body).toEqual({
      error: { code: 'conflict', message: sentence, errors: { 'user.email': [sentence] } },
    });
    // A refused sign-up leaves no organization behind.
    expect(await db().organization.count({ where: { memberships: { none: {} } } })).toBe(0);
  });

  const valid = signUpInput();
  test.each([
    ['no e-mail', { user: { ...valid.user, email: undefined } }, 'user.email', 'Email is required.'],
    ['an empty e-mail', { user: { ...valid.user, email: ' ' } }, 'user.email', 'Email is required.'],
    [
      'no e-mail address',
      { user: { ...valid.user, email: 'ada' } },
      'user.email',
      'Email is not a valid e-mail address.',
    ],
    [
      'a NUL in the e-mail',
      { user: { ...valid.user, email: 'a\0@b.c' } },
      'user.email',
      'Email is not a valid e-mail address.',
    ],
    [
      'a long e-mail',
      { user: { ...valid.user, email: `${'a'.repeat(250)}@b.co` } },
      'user.email',
      'Email can have at most 254 characters.',
    ],
    ['no password', { user: { ...valid.user, password: undefined } }, 'user.password', 'Password is required.'],
    [
      'a short password',
      { user: { ...valid.user, password: '1234567' } },
      'user.password',
      'Password must have at least 8 characters.',
    ],
    [
      'a long password',
      { user: { ...valid.user, password: 'x'.repeat(257) } },
      'user.password',
      'Password can have at most 256 characters.',
    ],
    ['no first name', { user: { ...valid.user, first_name: ' ' } }, 'user.first_name', 'First name is required.'],
    [
      'a long last name',
      { user: { ...valid.user, last_name: 'x'.repeat(121) } },
      'user.last_name',
      'Last name can have at most 120 characters.',
    ],
    [
      'a NUL in a name',
      { user: { ...valid.user, first_name: 'A\0' } },
      'user.first_name',
      "First name can't contain control characters.",
    ],
    ['no organization', { organization: undefined }, 'organization', 'Organization is required.'],
    ['a nameless organization', { organization: {} }, 'organization.name', 'Organization name is required.'],
    ['a number for a name', { organization: { name: 7 } }, 'organization.name', 'Organization name must be text.'],
  ])('refuses %s', async (_, change, field, sentence) => {
    const before = await db().user.count();
    const answer = await call(signUp, { method: 'POST', body: { ...valid, ...change } });
    expect(answer.status).toBe(422);
    expect(answer.body).toEqual({
      error: { code: 'invalid_input', message: sentence, errors: { [field]: [sentence] } },
    });
    expect(await db().user.count()).toBe(before);
  });

  test('names everything that is wrong at once', async () => {
    expect((await call(signUp, { method: 'POST', body: {} })).body).toMatchObject({
      error: { errors: { organization: ['Organization is required.'], user: ['User is required.'] } },
    });
  });

  describe('floods', () => {
    const from = (address: string, body = signUpInput()) =>
      call(signUp, { method: 'POST', body, headers: { 'x-client-address': address } });
    const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort();

    test('from one address, or one IPv6 network, end after twenty in an hour, and not elsewhere', async () => {
      await setUses('sign_up', '192.0.2.1', 17);
      const answers = await Promise.all(Array.from({ length: 5 }, () => from('192.0.2.1')));
      expect(statuses(answers)).toEqual([201, 201, 201, 429, 429]);
      const refused = await from('192.0.2.1');
      expect(refused.body).toEqual({
        error: {
          code: 'too_many_requests',
          message: 'Too many accounts were created from your network. Try again in a minute.',
        },
      });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(30);
      expect(await from('192.0.2.2')).toMatchObject({ status: 201 });
      await setUses('sign_up', '2001:db8:1:200::/56', 19);
      expect(await from('2001:db8:1:202::1')).toMatchObject({ status: 201 });
      expect(await from('2001:db8:1:2ff:3::1')).toMatchObject({ status: 429 });
    });

    test('of e-mail addresses that are taken end likewise, so that nobody can try many', async () => {
      const taken = signUpInput();
      await from('192.0.2.3', taken);
      await setUses('sign_up', '192.0.2.4', 18);
      expect(await from('192.0.2.4', taken)).toMatchObject({ status: 409 });
      expect(await from('192.0.2.4', taken)).toMatchObject({ status: 409 });
      expect(await from('192.0.2.4', taken)).toMatchObject({ status: 429 });
    });

    test('from everywhere end after 500 in an hour', async () => {
      await setUses('sign_up_all', '', 500);
      expect(await from('192.0.2.5')).toMatchObject({
        status: 429,
        body: { error: { message: 'Too many accounts were created lately. Try again in a minute.' } },
      });
    });
  });
});
