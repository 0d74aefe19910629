import { z } from 'zod';
import { createEditInputSchema, editSchema, updateEditInputSchema } from '../edits';
import { declare, idParams } from './declare';
import { pageQuery, pageSchema } from './paging';

const oneEdit = z.object({ data: editSchema });
/** As many cuts as an edit may have. */
const maxBodyBytes = 512 * 1024;

export const listEdits = declare('listEdits', {
  summary: 'List the edits of an event, oldest first',
  auth: 'user',
  apiToken: 'read',
  params: idParams,
  query: pageQuery({ limit: 10, maxLimit: 10 }),
  reply: pageSchema(editSchema),
});

export const createEdit = declare('createEdit', {
  summary: 'Keep a version of a show’s cuts',
  description: 'An export with edit_id makes exactly these cuts. Tally’s own history stays as it is.',
  failures: ['limit_reached'],
  auth: 'user',
  apiToken: 'write',
  params: idParams,
  body: createEditInputSchema,
  maxBodyBytes,
  reply: oneEdit,
  status: 201,
});

export const updateEdit = declare('updateEdit', {
  summary: 'Name an edit, or change its cuts',
  auth: 'user',
  apiToken: 'write',
  params: idParams,
  body: updateEditInputSchema,
  maxBodyBytes,
  reply: oneEdit,
});

export const deleteEdit = declare('deleteEdit', {
  summary: 'Delete an edit',
  auth: 'user',
  apiToken: 'write',
  params: idParams,
});
