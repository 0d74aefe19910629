import { z } from 'zod';
import {
  createTallySourceInputSchema,
  reportTallyInputSchema,
  tallyChangeSchema,
  tallySchema,
  tallySourceSchema,
  updateTallySourceInputSchema,
} from '../tally/tally';
import { declare, idParams } from './declare';
import { pageQuery, pageSchema } from './paging';

const oneSource = z.object({ data: tallySourceSchema });

export const getTally = declare('getTally', {
  summary: 'Get the tally of an event’s cameras, from all its sources together',
  description: 'A camera is unknown while one of its sources is silent, unless another source has it on air.',
  auth: 'user',
  apiToken: 'read',
  params: idParams,
  reply: z.object({ data: tallySchema }),
});

export const listTallyChanges = declare('listTallyChanges', {
  summary: 'List the changes of an event’s tally, oldest first, in pages of at most 1000',
  description: 'Kept as long as the event has recordings of that time.',
  auth: 'user',
  apiToken: 'read',
  params: idParams,
  query: pageQuery({ limit: 1_000, maxLimit: 1_000 }),
  reply: pageSchema(tallyChangeSchema),
});

export const listTallySources = declare('listTallySources', {
  summary: 'List the tally sources of an event, oldest first, with their last reported inputs',
  auth: 'user',
  params: idParams,
  reply: z.object({ data: z.array(tallySourceSchema) }),
});

export const createTallySource = declare('createTallySource', {
  summary: 'Add a switcher that reports which cameras of an event are on air',
  auth: 'user',
  failures: ['conflict', 'limit_reached'],
  params: idParams,
  body: createTallySourceInputSchema,
  reply: oneSource,
  status: 201,
});

export const updateTallySource = declare('updateTallySource', {
  summary: 'Rename a tally source, or map its inputs to cameras',
  auth: 'user',
  failures: ['conflict'],
  params: idParams,
  body: updateTallySourceInputSchema,
  reply: oneSource,
});

export const deleteTallySource = declare('deleteTallySource', {
  summary: 'Delete a tally source; its cameras go off air at once',
  auth: 'user',
  params: idParams,
});

export const reportTally = declare('reportTally', {
  summary: 'Report the state of all inputs of a switcher: program, preview, or neither',
  description:
    'Report each cut, and repeat the report about once a second: it counts for valid_for_ms, and after that the cameras are unknown.',
  auth: 'user',
  apiToken: 'write',
  params: idParams,
  body: reportTallyInputSchema,
});
