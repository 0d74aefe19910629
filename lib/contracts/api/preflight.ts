import { z } from 'zod';
import { checkResultSchema, probeSchema } from '../preflight';
import { declare } from './declare';

const description =
  'For owners and admins of the organization that runs this server: the one that OPERATOR_ORGANIZATION names, or else the oldest. For nobody where SYSTEM_PAGE is off.';

export const getPreflight = declare('getPreflight', {
  summary: 'List the server’s problems, with their fixes',
  description,
  failures: ['not_found'],
  auth: 'user',
  reply: z.object({ data: z.array(checkResultSchema) }),
});

export const createProbe = declare('createProbe', {
  summary: 'Get a token for an empty room, to test whether media gets through',
  description,
  failures: ['not_found'],
  auth: 'user',
  reply: z.object({ data: probeSchema }),
});
