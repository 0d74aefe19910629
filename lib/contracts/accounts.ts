import { z } from 'zod';
import { lengths } from './limits';
import { multiviewLayouts } from './multiview-layouts';
import { charactersAtLeast, charactersAtMost, nameSchema, optionalNameSchema } from './name-schema';
import { planSchema } from './plan-schemas';
import { roleSchema } from './role-schema';

/** Accepts the same addresses as a browser's e-mail field. Lower case, because addresses are compared without case. */
export const emailSchema = z
  .string('Email is required.')
  .trim()
  .toLowerCase()
  .min(1, { error: 'Email is required.', abort: true })
  .max(...charactersAtMost('Email', lengths.email.max))
  .check(z.email({ pattern: z.regexes.html5Email, error: 'Email is not a valid e-mail address.' }));

export const newPasswordSchema = (field: string) =>
  z
    .string(`${field} is required.`)
    .min(...charactersAtLeast(field, lengths.password.min))
    .max(...charactersAtMost(field, lengths.password.max));

/** The secret of an invitation: the part of its link after `#`. */
export const secretSchema = z
  .string('The link is incomplete.')
  .min(1, 'The link is incomplete.')
  .max(200, 'The link is not valid.');

/** Body of POST /auth/signup. */
export const signUpInputSchema = z.object({
  organization: z.object(
    { name: nameSchema('Organization name'), plan: planSchema.optional() },
    'Organization is required.',
  ),
  user: z.object(
    {
      email: emailSchema,
      password: newPasswordSchema('Password'),
      first_name: nameSchema('First name'),
      last_name: optionalNameSchema('Last name').nullish(),
    },
    'User is required.',
  ),
});
export type SignUpInput = z.infer<typeof signUpInputSchema>;

/** Body of POST /auth/login. */
export const logInInputSchema = z.object({
  user: z.object(
    { email: emailSchema, password: z.string('Password is required.').min(1, 'Password is required.') },
    'User is required.',
  ),
  /** Joins the invitation's organization and signs in there. */
  invitation: z.object({ secret: secretSchema }).optional(),
});
export type LogInInput = z.infer<typeof logInInputSchema>;

/** Body of PATCH /auth/me. */
export const updateAccountInputSchema = z.object({
  user: z.object(
    { first_name: nameSchema('First name'), last_name: optionalNameSchema('Last name').nullish() },
    'User is required.',
  ),
});
export type UpdateAccountInput = z.infer<typeof updateAccountInputSchema>;

const currentPasswordSchema = z.string('Current password is required.').min(1, 'Current password is required.');

/** Body of PUT /auth/password. */
export const changePasswordInputSchema = z.object({
  user: z.object(
    {
      current_password: currentPasswordSchema,
      password: newPasswordSchema('New password'),
    },
    'User is required.',
  ),
});
export type ChangePasswordInput = z.infer<typeof changePasswordInputSchema>;

/** Body of PUT /auth/email. */
export const changeEmailInputSchema = z.object({
  user: z.object(
    {
      email: emailSchema,
      current_password: currentPasswordSchema,
    },
    'User is required.',
  ),
});
export type ChangeEmailInput = z.infer<typeof changeEmailInputSchema>;

/** Body of PUT /auth/email_change. */
export const confirmEmailInputSchema = z.object({
  email_change: z.object({ secret: secretSchema }, 'E-mail change is required.'),
});

const userSchema = z.object({
  id: z.uuid(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string().nullable(),
  has_password: z.boolean().describe('False for whoever signs in by single sign-on alone.'),
});

export const multiviewLayoutSchema = z.enum(
  multiviewLayouts,
  `Multiview layout must be ${multiviewLayouts.join(', ')}.`,
);

/** Days for which recordings are kept. */
export const keepDaysSchema = z
  .int('Days must be a whole number.')
  .min(1, 'Keep recordings for at least one day.')
  .max(3_650, 'Keep recordings for at most 3650 days.');

/** Gigabytes (10⁹ bytes) of recordings that are kept. */
export const maxGbSchema = z
  .int('Gigabytes must be a whole number.')
  .min(1, 'Keep at least one gigabyte of recordings.')
  .max(1_000_000, 'Keep at most 1000000 GB of recordings.');

export const organizationSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  multiview_layout: multiviewLayoutSchema
    .nullable()
    .describe("The multiview's layout on somebody's first visit; null: three columns."),
  recordings_keep_days: keepDaysSchema.nullable().describe('Older recordings are deleted; null: none are.'),
  recordings_max_gb: maxGbSchema
    .nullable()
    .describe('The oldest recordings beyond this many gigabytes are deleted; null: none are.'),
  weekly_digest: z.boolean().describe('Whether owners get an e-mail about each week.'),
});

/** Answer of GET /auth/me, and of POST /auth/signup under `data`. */
export const accountSchema = z.object({
  user: userSchema,
  organization: organizationSchema,
  role: roleSchema.describe("The user's in the organization."),
  operates_server: z
    .boolean()
    .describe(
      'Whether the organization runs this server: the one that OPERATOR_ORGANIZATION names, or else the oldest, while SYSTEM_PAGE is on.',
    ),
  organizations: z
    .array(organizationSchema.extend({ role: roleSchema }))
    .describe('Where the user is a member, this organization included; the one that they joined first comes first.'),
});
export type AccountJson = z.infer<typeof accountSchema>;

/** Answer of POST /auth/login under `data`: the account with the bearer token of the new auth session. */
export const authSessionSchema = accountSchema.extend({ token: z.string() });
export type AuthSessionJson = z.infer<typeof authSessionSchema>;

/** Body of POST /auth/switch. */
export const switchOrganizationInputSchema = z.object({
  organization: z.object({ id: z.uuid('Organization is required.') }, 'Organization is required.'),
});

/** One of the user's own auth sessions. */
export const ownAuthSessionSchema = z.object({
  id: z.uuid(),
  type: z.literal('auth_session'),
  attributes: z.object({
    is_current: z.boolean().describe('Whether it is the one that asks.'),
    created_at: z.iso.datetime(),
    last_seen_at: z.iso.datetime(),
    last_seen_address: z.string().nullable().describe('An IP address; null where it is not known.'),
    user_agent: z.string().nullable().describe('As the browser or program says it; null where it does not.'),
  }),
});
export type OwnAuthSessionJson = z.infer<typeof ownAuthSessionSchema>;
