import { expect, test } from 'vitest';
import { PUT as changeEmail } from '@/app/api/v1/auth/email/route';
import { PUT as confirmEmail } from '@/app/api/v1/auth/email_change/route';
import { GET as me } from '@/app/api/v1/auth/me/route';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { call } from '../../../support/api/api';
import { makeUser, newAddress, password, type SignedInUser } from '../../../support/api/factories';

// This server sends no e-mail.

const ask = ({ token }: SignedInUser, email: string, current = password) =>
  call(changeEmail, {
    method: 'PUT',
    token,
    headers: { 'x-client-address': newAddress() },
    body: { user: { email, current_password: current } },
  });

test('a server without e-mail changes the address at once, for the right password', async () => {
  const user = await makeUser();
  const email = `${newId()}@example.com`;
  expect(await ask(user, email, 'a guess')).toMatchObject({ status: 422 });
  expect(await call(me, { token: user.token })).toMatchObject({ body: { user: { email: user.email } } });
  expect(await ask(user, email)).toMatchObject({ status: 200, body: { user: { email, has_password: true } } });
  expect(await call(me, { token: user.token })).toMatchObject({ body: { user: { email } } });
  const lines = await db().auditEntry.findMany({
    where: { actorId: user.actor.userId, action: 'account.change_email' },
  });
  expect(lines).toMatchObject([{ detail: `to ${email}` }]);
});

test('the address of another account is refused, as at sign-up', async () => {
  const [user, other] = [await makeUser(), await makeUser()];
  const sentence = 'There is already an account with this e-mail address.';
  expect(await ask(user, other.email)).toMatchObject({
    status: 409,
    body: { error: { message: sentence, errors: { 'user.email': [sentence] } } },
  });
  expect(await db().user.count({ where: { email: other.email } })).toBe(1);
});

test('a link that nobody was sent changes nothing', async () => {
  const body = { email_change: { secret: 'x'.repeat(43) } };
  expect(await call(confirmEmail, { method: 'PUT', body })).toMatchObject({ status: 404 });
});
