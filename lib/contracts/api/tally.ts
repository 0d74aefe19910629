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
  summary: 'Which cameras of an event are on air, by all its tally sources together',
  description: 'A camera is unknown while a source that it is mapped to is silent, unless another one has it on air.',
  auth: 'user',
  apiToken: 'read',
  params: idParams,
  reply: z.object({ data: tallySchema }),
});

export const listTallyChanges = declare('listTallyChanges', {
  summary: 'List when which cameras of an event were on air, oldest first, in pages of at most 1000',
  description: 'Kept as long as the event has recordings of that time.',
  auth: 'user',
  apiToken: 'read',
  params: idParams,
  query: pageQuery({ limit: 1_000, maxLimit: 1_000 }),
  reply: pageSchema(tallyChangeSchema),
});

export const listTallySources = declare('listTallySources', {
  summary: 'List the tally sources of an event, oldest first, with the inputs that each reported last',
  auth: 'user',
  params: idParams,
  reply: z.object({ data: z.array(tallySourceSchema) }),
});

export const createTallySource = declare('createTallySource', {
  summary: 'Add a switcher that says which cameras of an event are on air',
  auth: 'user',
  failures: ['conflict', 'limit_reached'],
  params: idParams,
  body: createTallySourceInputSchema,
  reply: oneSource,
  status: 201,
});

export const updateTallySource = declare('updateTallySource', {
  summary: 'Rename a tally source, or say which camera each of its inputs is',
  auth: 'user',
  failures: ['conflict'],
  params: idParams,
  body: updateTallySourceInputSchema,
  reply: oneSource,
});

export const deleteTallySource = declare('deleteTallySource', {
  summary: 'Delete a tally source; its cameras are off air by it at once',
  auth: 'user',
  params: idParams,
});

export const reportTally = declare('reportTally', {
  summary: 'Say what all inputs of a switcher are now: on program, on preview, or neither',
  description:
    'Report each cut, and repeat the report about once a second: it counts for valid_for_ms, and after that the cameras are unknown.',
  auth: 'user',
  apiToken: 'write',
  params: idParams,
  body: reportTallyInputSchema,
});
