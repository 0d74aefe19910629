import { answerMedia } from '@/lib/http/media-response';
import { readPlaylist } from '@/lib/use-cases/recordings/open-media';

/** The HLS playlist of a recording. */
export async function GET(request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  return answerMedia(request, (await params).id, async (id, token) => {
    const headers = { 'content-type': 'application/vnd.apple.mpegurl', 'cache-control': 'no-store' };
    return new Response(await readPlaylist(id, token), { headers });
  });
}
