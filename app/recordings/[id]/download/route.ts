import { endpoint } from '@/lib/http/endpoint';
import { mediaRequest, mediaResponse } from '@/lib/http/media-response';
import { openDownload } from '@/lib/use-cases/recordings/open-media';

/** A whole recording as one file. */
export const GET = endpoint(mediaRequest, async ({ params: { id }, query: { token }, request }) => {
  const { fileName, ...media } = await openDownload(id, token);
  return mediaResponse(request, media, {
    'content-type': 'video/mp2t',
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`,
  });
});
