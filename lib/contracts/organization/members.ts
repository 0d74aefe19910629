import { z } from 'zod';
import {
  emailSchema,
  keepDaysSchema,
  maxGbSchema,
  multiviewLayoutSchema,
  newPasswordSchema,
  organizationSchema,
  secretSchema,
} from '../accounts';
import { nameSchema, optionalNameSchema } from '../name-schema';
import { roleSchema } from '../role-schema';

/** Body of PATCH /organization. Omitted fields keep their values. */
export const updateOrganizationInputSchema = z.object({
  organization: z
    .object(
      {
        name: nameSchema('Organization name').optional(),
        multiview_layout: multiviewLayoutSchema.nullable().optional(),
        recordings_keep_days: keepDaysSchema.nullable().optional(),
        recordings_max_gb: maxGbSchema.nullable().optional(),
        weekly_digest: z.boolean('weekly_digest must be true or false.').optional(),
      },
      'Organization is required.',
    )
    .refine(
      (changes) => Object.values(changes).some((value) => value !== undefined),
      'Give a name, a multiview layout, how long recordings are kept, or weekly_digest.',
    ),
});
export type UpdateOrganizationInput = z.infer<typeof updateOrganizationInputSchema>;

/** Body of POST /organization/delete. */
export const deleteOrganizationInputSchema = z.object({
  organization: z.object(
    { name: z.string('Organization name is required.').describe('The name that it has, as a confirmation.') },
    'Organization is required.',
  ),
});
export type DeleteOrganizationInput = z.infer<typeof deleteOrganizationInputSchema>;

/** How much of each an organization holds. */
export const organizationContentsSchema = z.object({
  events: z.int(),
  cameras: z.int(),
  members: z.int(),
  recordings: z.int(),
  recordings_bytes: z.int(),
});
export type OrganizationContentsJson = z.infer<typeof organizationContentsSchema>;

/** Body of PATCH /members/{id}. */
export const updateMemberInputSchema = z.object({ member: z.object({ role: roleSchema }, 'Member is required.') });

/** A user in the organization. */
export const memberSchema = z.object({
  /** The user's. */
  id: z.uuid(),
  type: z.literal('member'),
  attributes: z.object({
    email: z.string(),
    first_name: z.string(),
    last_name: z.string().nullable(),
    role: roleSchema,
    joined_at: z.iso.datetime(),
  }),
});
export type MemberJson = z.infer<typeof memberSchema>;

/** Body of POST /invitations. */
export const createInvitationInputSchema = z.object({
  invitation: z.object({ role: roleSchema, email: emailSchema.nullish() }, 'Invitation is required.'),
});
export type CreateInvitationInput = z.infer<typeof createInvitationInputSchema>;

/** An invitation that can still be accepted. */
export const invitationSchema = z.object({
  id: z.uuid(),
  type: z.literal('invitation'),
  attributes: z.object({
    role: roleSchema,
    /** If not null, only the user with this address can accept it. */
    email: z.string().nullable(),
    /** The inviter's name; null if that user was deleted. */
    inviter_name: z.string().nullable(),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime(),
  }),
});
export type InvitationJson = z.infer<typeof invitationSchema>;

/** A new invitation, as only the answer to its creation shows it. */
export const newInvitationSchema = invitationSchema.extend({
  attributes: invitationSchema.shape.attributes.extend({
    /** The secret for the link, /invite#SECRET. Shown only here. */
    secret: z.string(),
    /** Whether the link went out to the e-mail address. */
    is_mailed: z.boolean(),
  }),
});
export type NewInvitationJson = z.infer<typeof newInvitationSchema>;

/** Body of POST /invitations/find and of POST /invitations/join. */
export const invitationSecretInputSchema = z.object({
  invitation: z.object({ secret: secretSchema }, 'Invitation is required.'),
});

/** Body of POST /invitations/accept. */
export const acceptInvitationInputSchema = invitationSecretInputSchema.extend({
  user: z.object(
    {
      /** May be omitted if the invitation is for one address. */
      email: emailSchema.optional(),
      password: newPasswordSchema('Password'),
      first_name: nameSchema('First name'),
      last_name: optionalNameSchema('Last name').nullish(),
    },
    'User is required.',
  ),
});
export type AcceptInvitationInput = z.infer<typeof acceptInvitationInputSchema>;

/** An invitation as its link shows it. */
export const foundInvitationSchema = z.object({
  organization: organizationSchema.pick({ id: true, name: true }),
  inviter_name: z.string().nullable(),
  role: roleSchema,
  email: z.string().nullable(),
});
export type FoundInvitationJson = z.infer<typeof foundInvitationSchema>;
