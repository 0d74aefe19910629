import { z } from 'zod';
import { endpoint } from '@/lib/http/endpoint';
import { fileResponse, mediaRequest } from '@/lib/http/media-response';
import { openExportFile } from '@/lib/use-cases/recordings/exports/open-export';

const params = mediaRequest.params.extend({ index: z.coerce.number().int().min(0) });

/** One file of an export. */
export const GET = endpoint({ ...mediaRequest, params }, async ({ params: { id, index }, query: { token }, request }) =>
  fileResponse(request, await openExportFile(id, index, token)),
);
