import { z } from 'zod';
import { authSessionSchema } from '../accounts';
import { lifetimes, timeWords } from '../limits';
import {
  openSsoSessionInputSchema,
  passwordResetLinkSchema,
  requestPasswordResetInputSchema,
  resetPasswordInputSchema,
} from '../sign-in';
import { declare, idParams } from './declare';

export const requestPasswordReset = declare('requestPasswordReset', {
  summary: 'Send a link that sets a new password, if the e-mail address has an account',
  auth: 'public',
  failures: ['conflict', 'too_many_requests'],
  body: requestPasswordResetInputSchema,
});

export const resetPassword = declare('resetPassword', {
  summary: 'Set a new password by the secret of a link, and end all sessions of the user',
  auth: 'public',
  failures: ['not_found', 'busy'],
  body: resetPasswordInputSchema,
});

export const makePasswordResetLink = declare('makePasswordResetLink', {
  summary: `Create a link that sets a member’s new password, for ${timeWords(lifetimes.passwordLink)}`,
  auth: 'user',
  params: idParams,
  reply: z.object({ data: passwordResetLinkSchema }),
  status: 201,
});

export const openSsoSession = declare('openSsoSession', {
  summary: 'Open a session after single sign-on, by the code in the cookie sso.code',
  auth: 'public',
  failures: ['not_found', 'conflict', 'too_many_requests', 'busy'],
  body: openSsoSessionInputSchema,
  reply: z.object({ data: authSessionSchema }),
});
