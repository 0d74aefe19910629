import { z } from 'zod';
import { createMarkInputSchema, markSchema, updateMarkInputSchema } from '../marks';
import { declare, idParams } from './declare';
import { pageQuery, pageSchema } from './paging';

const oneMark = z.object({ data: markSchema });

export const listMarks = declare('listMarks', {
  summary: 'List the marked moments of an event, oldest first, in pages of at most 200',
  auth: 'user',
  apiToken: 'read',
  params: idParams,
  query: pageQuery({ limit: 200, maxLimit: 200 }),
  reply: pageSchema(markSchema),
});

export const createMark = declare('createMark', {
  summary: 'Mark a moment of an event',
  description: 'An empty object marks this moment, so one key of a control surface is enough.',
  failures: ['limit_reached'],
  auth: 'user',
  apiToken: 'write',
  params: idParams,
  body: createMarkInputSchema,
  reply: oneMark,
  status: 201,
});

export const updateMark = declare('updateMark', {
  summary: 'Name a mark, or move it in time',
  auth: 'user',
  apiToken: 'write',
  params: idParams,
  body: updateMarkInputSchema,
  reply: oneMark,
});

export const deleteMark = declare('deleteMark', {
  summary: 'Delete a mark',
  auth: 'user',
  apiToken: 'write',
  params: idParams,
});
