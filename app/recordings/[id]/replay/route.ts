import { endpoint } from '@/lib/http/endpoint';
import { mediaResponse, replayRequest } from '@/lib/http/media-response';
import { openReplayPart } from '@/lib/use-cases/recordings/open-media';

/** A part of a replay. It is not kept: it grows while the recording goes on. */
export const GET = endpoint(replayRequest, async ({ params: { id }, query: { token, ...start }, request }) =>
  mediaResponse(request, await openReplayPart(id, token, start), {
    'content-type': 'video/mp2t',
    'cache-control': 'no-store',
  }),
);
