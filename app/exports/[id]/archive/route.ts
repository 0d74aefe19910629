import { endpoint } from '@/lib/http/endpoint';
import { fileResponse, mediaRequest } from '@/lib/http/media-response';
import { openExportArchive } from '@/lib/use-cases/recordings/exports/open-export';

/** All files of an export in one ZIP. */
export const GET = endpoint(mediaRequest, async ({ params: { id }, query: { token }, request }) =>
  fileResponse(request, await openExportArchive(id, token)),
);
