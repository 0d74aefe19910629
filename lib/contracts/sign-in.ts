import { z } from 'zod';
import { emailSchema, newPasswordSchema } from './accounts';

/** Body of POST /auth/password_reset. */
export const requestPasswordResetInputSchema = z.object({
  user: z.object({ email: emailSchema }, 'User is required.'),
});
export type RequestPasswordResetInput = z.infer<typeof requestPasswordResetInputSchema>;

/** Body of PUT /auth/password_reset. */
export const resetPasswordInputSchema = z.object({
  password_reset: z.object(
    { secret: z.string('Secret is required.').max(100, 'Secret can have at most 100 characters.') },
    'Password reset is required.',
  ),
  user: z.object({ password: newPasswordSchema('New password') }, 'User is required.'),
});
export type ResetPasswordInput = z.infer<typeof resetPasswordInputSchema>;

/** A link that sets a member's new password: /reset-password#SECRET. Only the answer to its creation shows it. */
export const passwordResetLinkSchema = z.object({
  /** The member's. */
  id: z.uuid(),
  type: z.literal('password_reset_link'),
  attributes: z.object({ secret: z.string(), expires_at: z.iso.datetime() }),
});
export type PasswordResetLinkJson = z.infer<typeof passwordResetLinkSchema>;

/** Body of POST /auth/sso_session. */
export const openSsoSessionInputSchema = z.object({
  /** The existing account's password, needed once to connect the account. */
  user: z.object({ password: z.string('Password is required.').min(1, 'Password is required.') }).optional(),
});

/** Reasons for refusing a single sign-on, as the sign-in page's address names them, with the sentence for the user. */
export const ssoRefusals = {
  failed: 'Signing in did not work. Try again.',
  email_missing:
    'Your identity provider sent no usable email address (claim email). Ask the person who runs it to add one.',
  email_not_verified:
    'Your identity provider says that this address is not verified (claim email_verified). Verify it there, then sign in again.',
  email_not_vouched:
    'Your identity provider does not say that this address is verified (claim email_verified). Ask the person who runs this server.',
  invitation_waits: 'You are invited to an organization. Open the link of the invitation to join it.',
  not_invited: 'You have no access yet. Ask an admin to invite you.',
  no_organization: 'You do not belong to an organization any more. Ask an admin to invite you.',
} as const;
export type SsoRefusal = keyof typeof ssoRefusals;

/** Refusals of a sign-up, by the SIGNUP setting that causes them. */
export const signUpRefusals = {
  invite: 'New accounts are by invitation only. Ask an admin to invite you.',
  closed: 'This server takes no new accounts. Ask an admin for access.',
} as const;
