import type { RequestPasswordResetInput } from '@/lib/contracts/sign-in';
import { AppError } from '@/lib/core/errors';
import { webEnv } from '@/lib/platform/env/web-env';
import { mailInBackground } from '@/lib/platform/mail/mail-in-background';
import { canSendMail, sendMail } from '@/lib/platform/mail/send-mail';
import { publicLink } from '@/lib/platform/public-link';
import { definePublic } from '@/lib/use-cases/definers/define-open';
import { countLinkRequest } from './count-link-request';
import { createPasswordResetFor } from './password-reset';

/**
 * Sends a link that sets a new password to a user's e-mail address. Returns before it knows whether the user exists, so
 * that neither the answer nor its timing reveals it.
 * @param address the IP address that the request came from
 * @throws AppError `conflict` on a server that sends no e-mail; `too_many_requests`
 */
export const requestPasswordReset = definePublic(
  'the link goes to the address itself',
  async ({ user: { email } }: RequestPasswordResetInput, address: string): Promise<void> => {
    if (!canSendMail()) {
      throw new AppError(
        'conflict',
        'This server sends no e-mail. Ask an admin for a link that sets a new password, or run npm run reset-password on it.',
      );
    }
    await countLinkRequest(email, address);
    // If the e-mail fails, the user can ask again.
    mailInBackground(mailLink(email), 'a password reset failed');
  },
);

async function mailLink(email: string): Promise<void> {
  const reset = await createPasswordResetFor(email);
  if (!reset) return;
  const product = webEnv().PRODUCT_NAME;
  await sendMail({
    to: email,
    subject: `Set a new password for ${product}`,
    text: [
      `You can set a new password for your account at ${product} here, within one hour and once:`,
      publicLink(`/reset-password#${reset.secret}`),
      'You are then signed out everywhere. If you did not ask for this, do nothing: your password stays as it is.',
    ].join('\n\n'),
  });
}
