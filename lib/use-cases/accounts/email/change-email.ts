import { confirmActor } from '@/lib/auth/confirm-actor';
import { newLinkSecret } from '@/lib/auth/link-secret';
import type { ChangeEmailInput } from '@/lib/contracts/accounts';
import { hourMs } from '@/lib/core/durations';
import { AppError } from '@/lib/core/errors';
import { db } from '@/lib/platform/db/db';
import { mailInBackground } from '@/lib/platform/mail/mail-in-background';
import { canSendMail } from '@/lib/platform/mail/send-mail';
import { getAccount } from '@/lib/use-cases/accounts/account';
import { isPasswordStill, passwordHasChanged, requireCurrentPassword } from '@/lib/use-cases/accounts/password';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import { countLinkRequest } from '../password-reset/count-link-request';
import type { Account } from '../serialize';
import { mailLink, mailThatItIsTaken } from './mails';
import { replaceEmail } from './replace-email';

const lifetimeMs = hourMs;

/**
 * Changes the e-mail address with which the actor signs in. Mails the new address a link that makes the change, once,
 * within an hour; the answer does not reveal another account with it. A server without e-mail changes it at once, as
 * sign-up takes any address.
 * @param address the IP address that the request came from
 * @throws AppError what requireCurrentPassword throws; `invalid_input` for the present address; `too_many_requests`;
 *   without e-mail, `conflict` for the address of another account
 */
export const changeEmail = defineUseCase(
  { action: 'account.change_email', audit: ['account.request_email', 'account.change_email'] },
  async ({ actor, record }, { user }: ChangeEmailInput, address: string): Promise<Account> => {
    const { userId } = actor;
    const { email } = user;
    // Counts without e-mail too, so that nobody finds the addresses of others by trying.
    await countLinkRequest(email, address);
    const passwordHash = await requireCurrentPassword(userId, user.current_password);
    const account = await getAccount(actor);
    if (account.user.email === email) {
      const sentence = 'This is your e-mail address already.';
      throw new AppError('invalid_input', sentence, { details: { 'user.email': [sentence] } });
    }
    if (!canSendMail()) {
      await replaceEmail({ userId, email, address }, async (tx) => {
        if (!(await isPasswordStill(tx, userId, passwordHash))) throw passwordHasChanged();
        await confirmActor(tx, actor);
      });
      return getAccount(actor);
    }
    await db().$transaction((tx) => record(tx, { id: userId, detail: `to ${email}` }));
    // If the e-mail fails, the user can ask again.
    mailInBackground(sendLink(userId, email, passwordHash), 'a change of an e-mail address failed');
    return account;
  },
);

async function sendLink(userId: string, email: string, passwordHash: string): Promise<void> {
  if ((await db().user.count({ where: { email } })) > 0) return mailThatItIsTaken(email);
  const { secret, hash: secretHash } = newLinkSecret();
  const change = { email, secretHash, expiresAt: new Date(Date.now() + lifetimeMs) };
  const isMade = await db().$transaction(async (tx) => {
    // A password change in the meantime has voided the links that rest on the former password.
    if (!(await isPasswordStill(tx, userId, passwordHash))) return false;
    await tx.emailChange.upsert({ where: { userId }, create: { userId, ...change }, update: change });
    return true;
  });
  if (isMade) await mailLink(email, secret);
}
