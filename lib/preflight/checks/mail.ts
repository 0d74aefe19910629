import { errorText } from '@/lib/core/error-text';
import { canSendMail, verifyMailServer } from '@/lib/platform/mail/send-mail';
import { type Check, ok, problem } from '../finding';

/** Whether the mail server takes our sign-in. */
export const checkMail: Check = async () => {
  if (!canSendMail()) return [ok('mail', 'No mail server is set: admins hand out links instead.')];
  try {
    await verifyMailServer();
  } catch (error) {
    const fix = 'Correct SMTP_URL: the scheme (smtps:// for port 465, else smtp://), host, port, user and password.';
    return [problem('mail', `The mail server takes no e-mail from here: ${errorText(error)}.`, fix)];
  }
  return [ok('mail', 'The mail server lets this server sign in.')];
};
