import { endpoint } from '@/lib/http/endpoint';
import { fileResponse, mediaRequest } from '@/lib/http/media-response';
import { openDownload } from '@/lib/use-cases/recordings/open-media';

/** A whole recording as one file. */
export const GET = endpoint(mediaRequest, async ({ params: { id }, query: { token }, request }) =>
  fileResponse(request, await openDownload(id, token)),
);
