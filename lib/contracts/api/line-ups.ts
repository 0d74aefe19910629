import { z } from 'zod';
import { lineUpSeconds } from '../line-up-checks';
import { lineUpSchema } from '../line-ups';
import { declare, idParams } from './declare';
import { pageQuery, pageSchema } from './paging';

export const runLineUp = declare('runLineUp', {
  summary: 'Check all cameras of an event before the show',
  description: `Reads samples for the next ${lineUpSeconds} seconds; the list then has the result. The event keeps its newest hundred line-ups, and the show’s report has those of its last three hours. An organization can ask for thirty within ten minutes.`,
  auth: 'user',
  apiToken: 'write',
  failures: ['too_many_requests'],
  params: idParams,
  reply: z.object({ data: lineUpSchema }),
  status: 201,
});

export const listLineUps = declare('listLineUps', {
  summary: 'List the line-ups of an event, newest first',
  auth: 'user',
  apiToken: 'read',
  params: idParams,
  query: pageQuery({ limit: 20, maxLimit: 100 }),
  reply: pageSchema(lineUpSchema),
});
