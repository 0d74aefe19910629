import { hashLinkSecret } from '@/lib/auth/link-secret';
import { AppError } from '@/lib/core/errors';
import { db } from '@/lib/platform/db/db';
import { log } from '@/lib/platform/log';
import { mailThatItChanged } from './mails';
import { linkIsVoid, replaceEmail } from './replace-email';

/**
 * Gives a user the e-mail address that the link of this secret went to, and tells the old one.
 * @param address the IP address that the request came from
 * @throws AppError `not_found` where the link is unknown, used, replaced or expired; `conflict` where another account has got
 *   the address meanwhile
 */
export async function confirmEmail(secret: string, address: string): Promise<void> {
  const secretHash = hashLinkSecret(secret);
  const change = await db().emailChange.findUnique({ where: { secretHash }, include: { user: true } });
  if (!change) throw linkIsVoid();
  const { userId, email, user } = change;
  await replaceEmail({ userId, email, address }, secretHash);
  void mailThatItChanged(user.email, email).catch((error: unknown) => {
    // It has logged why a mail server refused; the address is changed all the same.
    if (!(error instanceof AppError)) log.error({ err: error }, 'a notice of a changed e-mail address failed');
  });
}
