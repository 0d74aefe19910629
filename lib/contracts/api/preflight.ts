import { z } from 'zod';
import { findingSchema, probeSchema } from '../preflight';
import { declare } from './declare';

const description =
  'For owners and admins of the organization that runs this server, which is the oldest one, and for nobody where SYSTEM_PAGE is off.';

export const getPreflight = declare('getPreflight', {
  summary: 'What is wrong with this server, and how to fix it',
  description,
  failures: ['not_found'],
  auth: 'user',
  reply: z.object({ data: z.array(findingSchema) }),
});

export const createProbe = declare('createProbe', {
  summary: 'A token to join an empty room for a minute, to see whether media gets through',
  description,
  failures: ['not_found'],
  auth: 'user',
  reply: z.object({ data: probeSchema }),
});
