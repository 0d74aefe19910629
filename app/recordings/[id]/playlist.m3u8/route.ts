import { endpoint } from '@/lib/http/endpoint';
import { mediaRequest } from '@/lib/http/media-response';
import { readPlaylist } from '@/lib/use-cases/recordings/open-media';

/** The HLS playlist of a recording. */
export const GET = endpoint(mediaRequest, async ({ params: { id }, query: { token } }) => {
  const headers = { 'content-type': 'application/vnd.apple.mpegurl' };
  return new Response(await readPlaylist(id, token), { headers });
});
