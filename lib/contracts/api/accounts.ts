import { z } from 'zod';
import {
  accountSchema,
  authSessionSchema,
  changeEmailInputSchema,
  changePasswordInputSchema,
  confirmEmailInputSchema,
  logInInputSchema,
  ownAuthSessionSchema,
  signUpInputSchema,
  switchOrganizationInputSchema,
  updateAccountInputSchema,
} from '../accounts';
import { lifetimes, timeWords } from '../limits';
import { declare, idParams } from './declare';

export const signUp = declare('signUp', {
  summary: 'Create a user with a new organization',
  description: 'The user is its owner. Sign in next to get a token.',
  failures: ['conflict', 'too_many_requests', 'busy'],
  auth: 'public',
  body: signUpInputSchema,
  reply: z.object({ data: accountSchema }),
  status: 201,
});

export const logIn = declare('logIn', {
  summary: 'Open a session and get its bearer token',
  description: `The session lasts ${timeWords(lifetimes.authSession)}, and ends at once when it is revoked. Wrong attempts are limited.`,
  failures: ['unauthorized', 'too_many_requests', 'busy'],
  auth: 'public',
  body: logInInputSchema,
  reply: z.object({ data: authSessionSchema }),
});

export const logOut = declare('logOut', {
  summary: 'End this session',
  description: 'Its token is refused from now on, and its live connections end.',
  auth: 'user',
});

export const getAccount = declare('getAccount', {
  summary: 'Get the signed-in user, their organization, and their other organizations',
  failures: ['not_found'],
  auth: 'user',
  reply: accountSchema,
});

export const updateAccount = declare('updateAccount', {
  summary: 'Change the signed-in user’s name',
  failures: ['not_found'],
  auth: 'user',
  body: updateAccountInputSchema,
  reply: accountSchema,
});

export const changePassword = declare('changePassword', {
  summary: 'Change the password, and end all other sessions of the user',
  failures: ['conflict', 'busy'],
  auth: 'user',
  body: changePasswordInputSchema,
});

export const changeEmail = declare('changeEmail', {
  summary: 'Change the user’s e-mail address',
  description:
    'If the server sends e-mail, a link to the new address confirms the change, and the answer still has the old one. Otherwise the address changes at once.',
  failures: ['conflict', 'not_found', 'too_many_requests', 'busy'],
  auth: 'user',
  body: changeEmailInputSchema,
  reply: accountSchema,
});

export const confirmEmail = declare('confirmEmail', {
  summary: 'Confirm a new e-mail address by the secret of its link',
  failures: ['conflict', 'not_found'],
  auth: 'public',
  body: confirmEmailInputSchema,
});

export const switchOrganization = declare('switchOrganization', {
  summary: 'Open a session in another organization of the user; this session stays open',
  auth: 'user',
  failures: ['not_found'],
  body: switchOrganizationInputSchema,
  reply: z.object({ data: authSessionSchema }),
});

export const listAuthSessions = declare('listAuthSessions', {
  summary: 'List the sessions of the user, last seen first',
  auth: 'user',
  reply: z.object({ data: z.array(ownAuthSessionSchema) }),
});

export const endAuthSession = declare('endAuthSession', {
  summary: 'End a session of the user',
  auth: 'user',
  params: idParams,
});

export const endOtherAuthSessions = declare('endOtherAuthSessions', {
  summary: 'End all sessions of the user except this one',
  auth: 'user',
});
