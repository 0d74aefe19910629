import { afterAll, describe, expect, test } from 'vitest';
import { PUT as changeEmail } from '@/app/api/v1/auth/email/route';
import { PUT as confirmEmail } from '@/app/api/v1/auth/email_change/route';
import { POST as requestReset, PUT as resetPassword } from '@/app/api/v1/auth/password_reset/route';
import { authenticate } from '@/lib/auth/authenticate';
import { hashLinkSecret } from '@/lib/auth/link-secret';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { logIn } from '@/lib/use-cases/accounts/log-in';
import { changePassword } from '@/lib/use-cases/accounts/password';
import { createInvitation } from '@/lib/use-cases/members/invitation/invitations';
import { joinByInvitation } from '@/lib/use-cases/members/invitation/open-invitation';
import { call } from '../../../support/api/api';
import { makeUser, newAddress, password, type SignedInUser } from '../../../support/api/factories';
import { setUses } from '../../../support/api/set-uses';
import { type ReceivedMail, SmtpInbox } from '../../../support/mail/smtp-inbox';

const inbox = await SmtpInbox.start();
Object.assign(process.env, {
  SMTP_URL: inbox.url,
  MAIL_FROM: 'shows@example.com',
  PUBLIC_URL: 'https://shows.example.com',
  PRODUCT_NAME: 'Northwind',
});
afterAll(() => inbox.stop());

const newEmail = () => `${newId()}@example.com`;
const ask = ({ token }: SignedInUser, email: string, current = password) =>
  call(changeEmail, {
    method: 'PUT',
    token,
    headers: { 'x-client-address': newAddress() },
    body: { user: { email, current_password: current } },
  });
const confirm = (secret: string) =>
  call(confirmEmail, {
    method: 'PUT',
    body: { email_change: { secret } },
    headers: { 'x-client-address': '192.0.2.9' },
  });
const secretIn = ({ text }: ReceivedMail): string =>
  /^https:\/\/shows\.example\.com\/confirm-email#([\w-]{43})\r?$/m.exec(text)?.[1] ?? '';
const signIn = (email: string) => logIn({ user: { email, password } }, { address: newAddress(), userAgent: '' });
const emailOf = async ({ actor }: SignedInUser) =>
  (await db().user.findUniqueOrThrow({ where: { id: actor.userId } })).email;

/** The secret of the link that a user has got at a new address. */
async function mailedSecret(user: SignedInUser, email: string): Promise<string> {
  inbox.mails.length = 0;
  expect(await ask(user, email)).toMatchObject({ status: 200, body: { user: { email: user.email } } });
  return secretIn(await inbox.mailTo(email));
}

/** The secret of the link that sets a user's password, which they have asked for. */
async function mailedResetSecret({ email }: SignedInUser): Promise<string | undefined> {
  await call(requestReset, {
    method: 'POST',
    body: { user: { email } },
    headers: { 'x-client-address': newAddress() },
  });
  return /reset-password#([\w-]{43})/.exec((await inbox.mailTo(email)).text)?.[1];
}

const isVoid = { status: 404, body: { error: { message: expect.stringContaining('This link was used or replaced') } } };

describe('a new e-mail address', () => {
  test('is the account’s once its link is opened, and the old one is told', async () => {
    const user = await makeUser();
    const email = newEmail();
    const secret = await mailedSecret(user, email);
    expect(await emailOf(user)).toBe(user.email);
    const row = await db().emailChange.findUnique({ where: { userId: user.actor.userId } });
    expect(row).toMatchObject({ email, secretHash: hashLinkSecret(secret) });
    expect(JSON.stringify(row)).not.toContain(secret);
    expect(Number(row?.expiresAt) - Date.now()).toBeGreaterThan(59 * 60_000);

    expect(await confirm(secret)).toMatchObject({ status: 204 });
    await expect(signIn(email)).resolves.toMatchObject({ user: { id: user.actor.userId } });
    await expect(signIn(user.email)).rejects.toMatchObject({ code: 'unauthorized' });
    // The password is the same, so nobody is signed out.
    await expect(authenticate(user.token)).resolves.toBeDefined();
    const notice = await inbox.mailTo(user.email);
    expect(notice.headers).toContain('Subject: Your email for Northwind was changed');
    expect(notice.text).toContain(email);
    const lines = await db().auditEntry.findMany({
      where: { actorId: user.actor.userId, action: { contains: 'email' } },
      orderBy: { occurredAt: 'asc' },
    });
    expect(lines.map(({ action, detail }) => [action, detail])).toEqual([
      ['account.request_email', `to ${email}`],
      ['account.change_email', `to ${email}`],
    ]);
    expect(lines[1]?.address).toBe('192.0.2.9');
    expect(await confirm(secret)).toMatchObject(isVoid);
  });

  test('of somebody else is answered like any other, and only they are told', async () => {
    const [user, other] = [await makeUser(), await makeUser()];
    const answers = [];
    for (const email of [other.email, newEmail()]) {
      const { status, body } = await ask(user, email);
      answers.push(JSON.stringify({ status, body }));
    }
    expect(new Set(answers).size).toBe(1);
    const mail = await inbox.mailTo(other.email);
    expect(mail.text).toContain('It already has an account, so nothing changed.');
    expect(secretIn(mail)).toBe('');
  });

  test('that somebody else takes meanwhile is not given twice', async () => {
    const [first, second] = [await makeUser(), await makeUser()];
    const email = newEmail();
    const secrets = [await mailedSecret(first, email)];
    secrets.push(await mailedSecret(second, email));
    const statuses = (await Promise.all(secrets.map(confirm))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([204, 409]);
    expect(await db().user.count({ where: { email } })).toBe(1);
  });

  test.each<[string, (user: SignedInUser) => Promise<unknown>]>([
    ['a newer one', (user) => mailedSecret(user, newEmail())],
    [
      'a change of the password',
      ({ actor }) => changePassword(actor, { user: { current_password: password, password: 'changed password' } }),
    ],
    [
      'a password that was reset',
      async (user) => {
        const body = {
          password_reset: { secret: await mailedResetSecret(user) },
          user: { password: 'another password' },
        };
        expect(await call(resetPassword, { method: 'PUT', body })).toMatchObject({ status: 204 });
      },
    ],
    [
      'an hour',
      ({ actor: { userId } }) => db().emailChange.update({ where: { userId }, data: { expiresAt: new Date() } }),
    ],
  ])('is refused after %s', async (_, end) => {
    const user = await makeUser();
    const secret = await mailedSecret(user, newEmail());
    await end(user);
    expect(await confirm(secret)).toMatchObject(isVoid);
    expect(await emailOf(user)).toBe(user.email);
  });

  test('voids a link that sets the password and went to the old one', async () => {
    const user = await makeUser();
    const reset = await mailedResetSecret(user);
    await confirm(await mailedSecret(user, newEmail()));
    const body = { password_reset: { secret: reset }, user: { password: 'by a stolen mailbox' } };
    expect(await call(resetPassword, { method: 'PUT', body })).toMatchObject({ status: 404 });
  });

  test('takes invitations to itself, and no more those to the old one', async () => {
    const [user, owner] = [await makeUser(), await makeUser()];
    const email = newEmail();
    const [toOld, toNew] = await Promise.all(
      [user.email, email].map((to) => createInvitation(owner.actor, { invitation: { role: 'viewer', email: to } })),
    );
    const join = (secret = '') => db().$transaction((tx) => joinByInvitation(tx, user.actor.userId, secret));
    await expect(join(toNew?.secret)).rejects.toMatchObject({ code: 'forbidden' });
    await confirm(await mailedSecret(user, email));
    await expect(join(toOld?.secret)).rejects.toMatchObject({ code: 'forbidden' });
    expect(await join(toNew?.secret)).toBe(owner.actor.organizationId);
  });
});

describe('a request for it is refused', () => {
  test('with a wrong password, and after ten of them', async () => {
    const user = await makeUser();
    const email = newEmail();
    expect(await ask(user, email, 'a guess')).toMatchObject({
      status: 422,
      body: { error: { errors: { 'user.current_password': ['The current password is wrong.'] } } },
    });
    await setUses('password', user.actor.userId, 10);
    expect(await ask(user, email)).toMatchObject({ status: 429 });
    expect(await db().emailChange.count({ where: { userId: user.actor.userId } })).toBe(0);
  });

  test('for the present address, and for what is none', async () => {
    const user = await makeUser();
    expect(await ask(user, user.email)).toMatchObject({
      status: 422,
      body: { error: { errors: { 'user.email': ['This is your e-mail address already.'] } } },
    });
    expect(await ask(user, 'nobody')).toMatchObject({ status: 422 });
  });

  test('where too much was sent to that address', async () => {
    const user = await makeUser();
    const email = newEmail();
    await setUses('reset_email', email, 5);
    expect(await ask(user, email)).toMatchObject({ status: 429 });
  });

  test('to an account that signs in by single sign-on alone', async () => {
    const user = await makeUser();
    await db().user.update({ where: { id: user.actor.userId }, data: { passwordHash: null } });
    expect(await ask(user, newEmail())).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringContaining('Your account has no password yet.') } },
    });
  });
});
