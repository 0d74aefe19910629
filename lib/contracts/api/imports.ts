import { z } from 'zod';
import { createImportSchema, importSchema } from '../imports';
import { importChunkBytes, lifetimes, timeWords } from '../limits';
import { declare, idParams } from './declare';

const oneImport = z.object({ data: importSchema });

export const createImport = declare('createImport', {
  summary: 'Begin to upload a video file, which becomes a recording of an event',
  description: `Bring its bytes by PUT /imports/{id}/content. An upload that gets none for ${timeWords(lifetimes.silentUpload)} is removed.`,
  failures: ['conflict', 'limit_reached'],
  auth: 'user',
  apiToken: 'write',
  params: idParams,
  body: createImportSchema,
  status: 201,
  reply: oneImport,
});

export const getImport = declare('getImport', {
  summary: 'How far an upload is',
  description: `It is known for ${timeWords(lifetimes.endedUpload)} after its end.`,
  auth: 'user',
  apiToken: 'write',
  params: idParams,
  reply: oneImport,
});

export const addImportBytes = declare('addImportBytes', {
  summary: 'Bring the next bytes of an upload',
  description:
    'As many as the limit of the body allows. The last ones have the file converted. A call that has failed can be repeated; received_bytes says from where.',
  failures: ['conflict'],
  auth: 'user',
  apiToken: 'write',
  params: idParams,
  query: z.object({
    offset: z.coerce
      .number<number>('offset must be a number.')
      .int('offset must be a whole number.')
      .min(0)
      .max(Number.MAX_SAFE_INTEGER)
      .describe('Where in the file they begin: received_bytes.'),
  }),
  takesBytes: true,
  maxBodyBytes: importChunkBytes,
  reply: oneImport,
});

export const deleteImport = declare('deleteImport', {
  summary: 'Cancel an upload',
  description: 'A recording that it has become stays.',
  auth: 'user',
  apiToken: 'write',
  params: idParams,
});
