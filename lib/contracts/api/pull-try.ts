import { z } from 'zod';
import { createPullTryInputSchema, pullTrySchema } from '../pull-try';
import { declare } from './declare';

const onePullTry = z.object({ data: pullTrySchema });

export const createPullTry = declare('createPullTry', {
  summary: 'Try an address before it becomes a camera’s',
  description:
    'A gateway opens the address once, with the organization’s rights. GET /pull_try says what it finds. An organization tries one address at a time.',
  failures: ['conflict', 'too_many_requests'],
  auth: 'user',
  apiToken: 'write',
  body: createPullTryInputSchema,
  reply: onePullTry,
  status: 201,
});

export const getPullTry = declare('getPullTry', {
  summary: 'Get what was found at the address that the organization tried last; null before the first',
  auth: 'user',
  apiToken: 'write',
  reply: z.object({ data: pullTrySchema.nullable() }),
});
