import { hashLinkSecret } from '@/lib/auth/link-secret';
import { AppError } from '@/lib/core/errors';
import { db } from '@/lib/platform/db/db';
import { mailInBackground } from '@/lib/platform/mail/mail-in-background';
import { definePublic } from '@/lib/use-cases/definers/define-open';
import { mailThatItChanged } from './mails';
import { replaceEmail } from './replace-email';

/**
 * Gives a user the e-mail address that the link of this secret went to, and tells the old one.
 * @param address the IP address that the request came from
 * @throws AppError `not_found` where the link is unknown, used, replaced or expired; `conflict` where another account has got
 *   the address meanwhile
 */
export const confirmEmail = definePublic(
  'the secret of a link says for whom',
  async (secret: string, address: string): Promise<void> => {
    const secretHash = hashLinkSecret(secret);
    const change = await db().emailChange.findUnique({ where: { secretHash }, include: { user: true } });
    if (!change) throw linkIsVoid();
    const { userId, email, user } = change;
    await replaceEmail({ userId, email, address }, async (tx) => {
      const { count } = await tx.emailChange.deleteMany({ where: { secretHash, expiresAt: { gt: new Date() } } });
      if (count === 0) throw linkIsVoid();
    });
    // Where it does not go out, the address is changed all the same.
    mailInBackground(mailThatItChanged(user.email, email), 'a notice of a changed e-mail address failed');
  },
);

const linkIsVoid = (): AppError =>
  new AppError(
    'not_found',
    'This link was used or replaced, or is older than an hour. Change your email again to get a new one.',
  );
