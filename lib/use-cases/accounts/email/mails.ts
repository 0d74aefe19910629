import { webEnv } from '@/lib/platform/env/web-env';
import { sendMail } from '@/lib/platform/mail/send-mail';
import { publicLink } from '@/lib/platform/public-link';

/** Sends the link that changes a user's address to the new one. @throws AppError `unavailable` */
export function mailLink(email: string, secret: string): Promise<void> {
  const product = webEnv().PRODUCT_NAME;
  return sendMail({
    to: email,
    subject: `Confirm your new email for ${product}`,
    text: [
      `Open this link within one hour to use this address for your account at ${product}:`,
      publicLink(`/confirm-email#${secret}`),
      'If you did not ask for this, do nothing: no account gets your address.',
    ].join('\n\n'),
  });
}

/** Tells whose address somebody wants to use. Only they learn that there is an account. @throws AppError `unavailable` */
export function mailThatItIsTaken(email: string): Promise<void> {
  const product = webEnv().PRODUCT_NAME;
  return sendMail({
    to: email,
    subject: `This email already has an account at ${product}`,
    text: [
      `Somebody asked to use this address for another account at ${product}. It has an account already, so nothing was changed.`,
      `If it was you, sign in with this address instead: ${publicLink('/login')}`,
    ].join('\n\n'),
  });
}

/** Tells the old address, so that nobody loses an account unnoticed. @throws AppError `unavailable` */
export function mailThatItChanged(former: string, email: string): Promise<void> {
  const product = webEnv().PRODUCT_NAME;
  return sendMail({
    to: former,
    subject: `Your email for ${product} was changed`,
    text: [
      `Your account at ${product} now has the address ${email}, and you sign in with that.`,
      'If this was not you, ask an admin of your organization for help at once: somebody knows your password.',
    ].join('\n\n'),
  });
}
