import { endpoint } from '@/lib/http/endpoint';
import { replayRequest } from '@/lib/http/media-response';
import { readReplayPlaylist } from '@/lib/use-cases/recordings/open-media';

/** The HLS playlist of a recording's last seconds. */
export const GET = endpoint(replayRequest, async ({ params: { id }, query: { token, ...start } }) => {
  const headers = { 'content-type': 'application/vnd.apple.mpegurl' };
  return new Response(await readReplayPlaylist(id, token, start), { headers });
});
