import { z } from 'zod';
import { nameSchema, optionalNameSchema } from './name-schema';

/** Accepts what a browser's e-mail field accepts; in lower case, because addresses are compared without case. */
const emailSchema = z
  .string('Email is required.')
  .trim()
  .toLowerCase()
  .min(1, { error: 'Email is required.', abort: true })
  .max(254, 'Email can have at most 254 characters.')
  .check(z.email({ pattern: z.regexes.html5Email, error: 'Email is not a valid e-mail address.' }));

/** Body of POST /auth/signup. */
export const signUpInputSchema = z.object({
  organization: z.object({ name: nameSchema('Organization name') }, 'Organization is required.'),
  user: z.object(
    {
      email: emailSchema,
      password: z
        .string('Password is required.')
        .min(8, 'Password must have at least 8 characters.')
        .max(256, 'Password can have at most 256 characters.'),
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
});
export type LogInInput = z.infer<typeof logInInputSchema>;

export const userSchema = z.object({
  id: z.uuid(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string().nullable(),
});

export const organizationSchema = z.object({ id: z.uuid(), name: z.string() });

/** Answer of GET /auth/me, and of POST /auth/signup under `data`. */
export const accountSchema = z.object({ user: userSchema, organization: organizationSchema });
export type AccountJson = z.infer<typeof accountSchema>;

/** Answer of POST /auth/login under `data`: the account with the bearer token of the new auth session. */
export const authSessionSchema = accountSchema.extend({ token: z.string() });
export type AuthSessionJson = z.infer<typeof authSessionSchema>;
