import { z } from 'zod';
import { authSessionSchema, organizationSchema } from '../accounts';
import { lifetimes, timeWords } from '../limits';
import {
  acceptInvitationInputSchema,
  createInvitationInputSchema,
  deleteOrganizationInputSchema,
  foundInvitationSchema,
  invitationSchema,
  invitationSecretInputSchema,
  memberSchema,
  newInvitationSchema,
  organizationContentsSchema,
  updateMemberInputSchema,
  updateOrganizationInputSchema,
} from '../organization/members';
import { declare, idParams } from './declare';
import { pageQuery, pageSchema } from './paging';

const authSession = z.object({ data: authSessionSchema });

export const countOrganization = declare('countOrganization', {
  summary: 'Count what the organization holds, which is what its deletion deletes',
  auth: 'user',
  reply: z.object({ data: organizationContentsSchema }),
});

export const updateOrganization = declare('updateOrganization', {
  summary: 'Rename the organization, or change its settings',
  auth: 'user',
  body: updateOrganizationInputSchema,
  reply: z.object({ data: organizationSchema }),
});

export const leaveOrganization = declare('leaveOrganization', {
  summary: 'Leave the organization and end all sessions there',
  description: 'The API tokens that they made are revoked.',
  auth: 'user',
  failures: ['conflict'],
});

export const deleteOrganization = declare('deleteOrganization', {
  summary: 'Delete the organization with its events, cameras, recordings and reports, and sign everybody out of it',
  description:
    'Accounts of people who are in no other organization are deleted, too. An organization that pays, or that runs the server, cannot be deleted.',
  auth: 'user',
  failures: ['conflict'],
  body: deleteOrganizationInputSchema,
});

export const listMembers = declare('listMembers', {
  summary: 'List the members of the organization, oldest first, in pages of at most 200',
  auth: 'user',
  query: pageQuery({ limit: 200, maxLimit: 200 }),
  reply: pageSchema(memberSchema),
});

export const updateMember = declare('updateMember', {
  summary: 'Change a member’s role',
  description: 'API tokens that they made and that may do more than the new role are revoked.',
  auth: 'user',
  failures: ['conflict'],
  params: idParams,
  body: updateMemberInputSchema,
  reply: z.object({ data: memberSchema }),
});

export const removeMember = declare('removeMember', {
  summary: 'Remove a member and end all their sessions in the organization',
  description: 'The API tokens that they made are revoked.',
  auth: 'user',
  failures: ['conflict'],
  params: idParams,
});

export const listInvitations = declare('listInvitations', {
  summary: 'List the invitations that can still be accepted, oldest first, in pages of at most 200',
  auth: 'user',
  query: pageQuery({ limit: 200, maxLimit: 200 }),
  reply: pageSchema(invitationSchema),
});

export const createInvitation = declare('createInvitation', {
  summary: `Invite a person by a link that works once, for ${timeWords(lifetimes.invitation)}; with an e-mail address, only that person`,
  description: 'Five a day to one address. The e-mail contains no names; the link’s page shows who invites.',
  auth: 'user',
  failures: ['conflict'],
  body: createInvitationInputSchema,
  reply: z.object({ data: newInvitationSchema }),
  status: 201,
});

export const revokeInvitation = declare('revokeInvitation', {
  summary: 'Withdraw an invitation',
  auth: 'user',
  params: idParams,
});

export const findInvitation = declare('findInvitation', {
  summary: 'Get an invitation by its secret',
  auth: 'public',
  failures: ['not_found', 'too_many_requests'],
  body: invitationSecretInputSchema,
  reply: z.object({ data: foundInvitationSchema }),
});

export const acceptInvitation = declare('acceptInvitation', {
  summary: 'Accept an invitation with a new account, and open a session',
  auth: 'public',
  failures: ['not_found', 'conflict', 'too_many_requests', 'busy'],
  body: acceptInvitationInputSchema,
  reply: authSession,
  status: 201,
});

export const joinOrganization = declare('joinOrganization', {
  summary: 'Accept an invitation with the user’s account, and open a session in its organization',
  auth: 'user',
  failures: ['not_found', 'forbidden'],
  body: invitationSecretInputSchema,
  reply: authSession,
});
