import { z } from 'zod';
import { apiTokenSchema, createApiTokenInputSchema, newApiTokenSchema } from '../organization/api-tokens';
import { declare, idParams } from './declare';

export const listApiTokens = declare('listApiTokens', {
  summary: 'List the organization’s API tokens that were not revoked, newest first',
  description: 'For owners and admins, as all of these.',
  auth: 'user',
  reply: z.object({ data: z.array(apiTokenSchema) }),
});

export const createApiToken = declare('createApiToken', {
  summary: 'Create an API token; only this answer shows it',
  description: 'Reading changes nothing and sees no keys; writing runs events and streams, as a member does.',
  failures: ['limit_reached'],
  auth: 'user',
  body: createApiTokenInputSchema,
  reply: z.object({ data: newApiTokenSchema }),
  status: 201,
});

export const revokeApiToken = declare('revokeApiToken', {
  summary: 'Revoke an API token; its connections end at once',
  description: 'It is refused from now on, and its live connections and participants of rooms end.',
  auth: 'user',
  params: idParams,
});
