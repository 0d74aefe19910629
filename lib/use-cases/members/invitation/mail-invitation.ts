import { AppError } from '@/lib/core/errors';
import { mailboxOf } from '@/lib/core/mailbox-of';
import { webEnv } from '@/lib/platform/env/web-env';
import { RateLimit } from '@/lib/platform/limits/rate-limit';
import { canSendMail, sendMail } from '@/lib/platform/mail/send-mail';
import { publicLink } from '@/lib/platform/public-link';
import type { OpenInvitation } from './open-invitation';

/** Counts all organizations together, so that strangers cannot flood a mailbox. */
const byRecipient = new RateLimit({ name: 'invitation_mail', uses: 10, windowSeconds: 24 * 3600 });

/**
 * Sends an invitation's link to its e-mail address, if it has one and the server sends e-mail. The e-mail contains no
 * text of users, not even names: anyone who signs up could send words to strangers. The link's page shows the names.
 * @returns whether the e-mail went out; the log says why not, and the inviter has the link
 */
export async function mailInvitation({ email }: OpenInvitation, secret: string): Promise<boolean> {
  if (email === null || !canSendMail() || (await byRecipient.use(mailboxOf(email))) !== null) return false;
  const product = webEnv().PRODUCT_NAME;
  const text = [
    `You are invited to an organization that runs live events with ${product}.`,
    `Open this link to see who invites you, and to join. It works once, within seven days:\n${publicLink(`/invite#${secret}`)}`,
    'If you did not expect this, ignore this e-mail.',
  ].join('\n\n');
  try {
    await sendMail({ to: email, subject: `You are invited to ${product}`, text });
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'unavailable') return false;
    throw error;
  }
}
