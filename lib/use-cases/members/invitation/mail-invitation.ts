import { AppError } from '@/lib/core/errors';
import { webEnv } from '@/lib/platform/env/web-env';
import { canSendMail, sendMail } from '@/lib/platform/mail/send-mail';
import { publicLink } from '@/lib/platform/public-link';
import type { OpenInvitation } from './open-invitation';

/**
 * Sends an invitation's link to its e-mail address, where it has one and the server sends e-mail.
 * @returns whether the e-mail went out; why not is in the log, and whoever invites has the link
 */
export async function mailInvitation(
  { email, inviter, organization }: OpenInvitation,
  secret: string,
): Promise<boolean> {
  if (email === null || !canSendMail()) return false;
  const product = webEnv().PRODUCT_NAME;
  const text = [
    `${inviter?.firstName ?? 'Somebody'} invites you to watch and run live events with ${organization.name} on ${product}.`,
    `Open this link to join. It works once, within seven days:\n${publicLink(`/invite#${secret}`)}`,
    'If you did not expect this, ignore it: nothing happens unless you open the link.',
  ].join('\n\n');
  try {
    await sendMail({ to: email, subject: `Join ${organization.name} on ${product}`, text });
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'unavailable') return false;
    throw error;
  }
}
