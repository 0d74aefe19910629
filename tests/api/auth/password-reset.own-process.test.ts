import { afterAll, describe, expect, test } from 'vitest';
import { POST as request, PUT as reset } from '@/app/api/v1/auth/password_reset/route';
import { authenticate } from '@/lib/auth/authenticate';
import { hashLinkSecret } from '@/lib/auth/link-secret';
import { newId } from '@/lib/core/id';
import { networkOf } from '@/lib/core/network-of';
import { db } from '@/lib/platform/db/db';
import { logIn } from '@/lib/use-cases/accounts/log-in';
import { changePassword } from '@/lib/use-cases/accounts/password';
import { call } from '../../support/api/api';
import { makeUser, newAddress, password } from '../../support/api/factories';
import { setUses } from '../../support/api/set-uses';
import { type ReceivedMail, SmtpInbox } from '../../support/mail/smtp-inbox';

let greeting = Promise.resolve();
const inbox = await SmtpInbox.start({ onConnect: (_session, done) => void greeting.then(() => done()) });
Object.assign(process.env, {
  SMTP_URL: inbox.url,
  MAIL_FROM: 'shows@example.com',
  PUBLIC_URL: 'https://shows.example.com',
  PRODUCT_NAME: 'Northwind',
});
afterAll(() => inbox.stop());

const ask = (email: string, headers: Record<string, string> = { 'x-client-address': newAddress() }) =>
  call(request, { method: 'POST', body: { user: { email } }, headers });
const set = (secret: string, next = 'another password') =>
  call(reset, { method: 'PUT', body: { password_reset: { secret }, user: { password: next } } });
const signIn = (email: string, secret: string) =>
  logIn({ user: { email, password: secret } }, { address: newAddress(), userAgent: '' });
const secretIn = ({ text }: ReceivedMail): string =>
  /^https:\/\/shows\.example\.com\/reset-password#([\w-]{43})\r?$/m.exec(text)?.[1] ?? '';

/** The secret of a new link for a new user. */
async function mailedSecret(email: string): Promise<string> {
  inbox.mails.length = 0;
  await ask(email);
  return secretIn(await inbox.mailTo(email));
}

const isVoid = {
  status: 404,
  body: {
    error: {
      code: 'not_found',
      message: 'This link was used or replaced, or is older than an hour. Ask for a new one.',
    },
  },
};

describe('POST /auth/password_reset', () => {
  test('mails a link, whose secret is stored as its hash alone', async () => {
    const { email, actor } = await makeUser();
    // A forged host is in no e-mail.
    expect(await ask(email, { host: 'evil.example', 'x-forwarded-host': 'evil.example' })).toMatchObject({
      status: 204,
    });
    const mail = await inbox.mailTo(email);
    expect(mail.headers).toContain('Subject: Set a new password for Northwind');
    expect(mail.text).not.toContain('evil');
    const secret = secretIn(mail);
    const row = await db().passwordReset.findUnique({ where: { userId: actor.userId } });
    expect(row).toMatchObject({ secretHash: hashLinkSecret(secret), makerId: null });
    expect(JSON.stringify(row)).not.toContain(secret);
    expect(Number(row?.expiresAt) - Date.now()).toBeGreaterThan(59 * 60_000);
    expect(Number(row?.expiresAt) - Date.now()).toBeLessThanOrEqual(60 * 60_000);
  });

  test('answers for an unknown address as for a known one, without waiting for the mail server', async () => {
    const { email } = await makeUser();
    const unknown = `${newId()}@example.com`;
    let greet: () => void = () => undefined;
    greeting = new Promise((resolve) => {
      greet = resolve;
    });
    const answers: unknown[] = [];
    for (const address of [email, unknown, email, unknown]) {
      const { status, body, headers } = await ask(address);
      headers.delete('x-request-id');
      answers.push({ status, body, headers: [...headers] });
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(inbox.mails.flatMap(({ to }) => to)).not.toContain(email);
    greet();
    await inbox.mailTo(email);
    expect(inbox.mails.flatMap(({ to }) => to)).not.toContain(unknown);
  });

  test('is limited by address, known or not', async () => {
    for (const email of [(await makeUser()).email, `${newId()}@example.com`]) {
      await setUses('reset_email', email, 4);
      expect(await ask(email)).toMatchObject({ status: 204 });
      const refused = await ask(email);
      expect(refused).toMatchObject({ status: 429, body: { error: { code: 'too_many_requests' } } });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });
});

describe('PUT /auth/password_reset', () => {
  test('sets the password, once, and ends every session', async () => {
    const { email, token } = await makeUser();
    const secret = await mailedSecret(email);
    expect(await set(secret)).toMatchObject({ status: 204 });
    await expect(authenticate(token)).rejects.toMatchObject({ code: 'unauthorized' });
    await expect(signIn(email, password)).rejects.toMatchObject({ code: 'unauthorized' });
    await expect(signIn(email, 'another password')).resolves.toBeDefined();
    expect(await set(secret, 'a third password')).toMatchObject(isVoid);
    await expect(signIn(email, 'another password')).resolves.toBeDefined();
  });

  test('of two at once, one holds', async () => {
    const { email } = await makeUser();
    const secret = await mailedSecret(email);
    const statuses = (await Promise.all([set(secret), set(secret)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([204, 404]);
  });

  test('refuses an unknown secret, and a password that is too short, which leaves the link as it is', async () => {
    const { email } = await makeUser();
    expect(await set('x'.repeat(43))).toMatchObject(isVoid);
    const secret = await mailedSecret(email);
    expect(await set(secret, 'short')).toMatchObject({
      status: 422,
      body: { error: { errors: { 'user.password': ['New password must have at least 8 characters.'] } } },
    });
    expect(await set(secret)).toMatchObject({ status: 204 });
  });

  test.each<[string, (user: Awaited<ReturnType<typeof makeUser>>) => Promise<unknown>]>([
    ['a newer one', ({ email }) => mailedSecret(email)],
    [
      'a change of the password',
      ({ actor }) => changePassword(actor, { user: { current_password: password, password: 'changed password' } }),
    ],
    [
      'an hour',
      ({ actor: { userId } }) => db().passwordReset.update({ where: { userId }, data: { expiresAt: new Date() } }),
    ],
  ])('is refused after %s', async (_, end) => {
    const user = await makeUser();
    const secret = await mailedSecret(user.email);
    await end(user);
    expect(await set(secret, 'by a stolen link')).toMatchObject(isVoid);
    await expect(signIn(user.email, 'by a stolen link')).rejects.toMatchObject({ code: 'unauthorized' });
  });
});

// Last: this process does not forget that it was refused.
test('requests are limited by network, and in all', async () => {
  const address = newAddress();
  await setUses('reset_network', networkOf(address), 20);
  expect(await ask(`${newId()}@example.com`, { 'x-client-address': address })).toMatchObject({ status: 429 });
  await setUses('reset_all', '', 500);
  expect(await ask(`${newId()}@example.com`)).toMatchObject({ status: 429 });
});
