import { endpoint } from '@/lib/http/endpoint';
import { sharedRequest } from '@/lib/http/media-response';
import { readSharedPlaylist } from '@/lib/use-cases/sharing/shared-recordings';

/** The HLS playlist of a share link's part of a recording. */
export const GET = endpoint(sharedRequest, async ({ params: { link, id }, query: { token } }) => {
  const headers = { 'content-type': 'application/vnd.apple.mpegurl' };
  return new Response(await readSharedPlaylist({ linkId: link, recordingId: id, token }), { headers });
});
