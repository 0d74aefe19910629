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
      'If you did not ask for this, ignore this e-mail. Your address stays unused.',
    ].join('\n\n'),
  });
}

/** Tells the owner of an address that someone wants to use it. Only the owner learns that there is an account. @throws AppError `unavailable` */
export function mailThatItIsTaken(email: string): Promise<void> {
  const product = webEnv().PRODUCT_NAME;
  return sendMail({
    to: email,
    subject: `This email already has an account at ${product}`,
    text: [
      `Someone tried to use this address for another account at ${product}. It already has an account, so nothing changed.`,
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
      `Your account at ${product} now has the address ${email}. Sign in with it from now on.`,
      'If this was not you, someone knows your password. Ask an admin of your organization for help now.',
    ].join('\n\n'),
  });
}
