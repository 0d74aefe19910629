import { z } from 'zod';
import { createExportSchema, exportDownloadSchema, exportSchema } from '../exports';
import { lifetimes, timeWords } from '../limits';
import { declare, idParams } from './declare';
import { pageQuery, pageSchema } from './paging';

export const listExports = declare('listExports', {
  summary: 'List the exports of an event, newest first, in pages of at most 200',
  auth: 'user',
  apiToken: 'write',
  params: idParams,
  query: pageQuery({ limit: 200, maxLimit: 200 }),
  reply: pageSchema(exportSchema),
});

export const createExport = declare('createExport', {
  summary: 'Make files of recordings, of a range or all of it',
  description:
    'They are made one export after the other, without encoding. A gap or a change of format begins a new file.',
  failures: ['conflict', 'limit_reached'],
  auth: 'user',
  apiToken: 'write',
  params: idParams,
  body: createExportSchema,
  status: 201,
  reply: z.object({ data: exportSchema }),
});

export const deleteExport = declare('deleteExport', {
  summary: 'Cancel an export, or remove its files',
  auth: 'user',
  apiToken: 'write',
  params: idParams,
});

export const makeExportDownload = declare('makeExportDownload', {
  summary: 'Make addresses from which the files of an export are downloaded',
  description: `They answer ranges, need no session, and hold for ${timeWords(lifetimes.recordingAddress)}, and no longer than your session or API token.`,
  failures: ['conflict'],
  auth: 'user',
  apiToken: 'write',
  params: idParams,
  reply: z.object({ data: exportDownloadSchema }),
});
