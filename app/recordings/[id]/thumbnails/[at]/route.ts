import { z } from 'zod';
import { endpoint } from '@/lib/http/endpoint';
import { mediaRequest } from '@/lib/http/media-response';
import { openThumbnail } from '@/lib/use-cases/recordings/open-media';

const params = mediaRequest.params.extend({ at: z.coerce.number().int().min(0) });
/** It never changes. */
const headers = { 'content-type': 'image/jpeg', 'cache-control': 'private, max-age=21600, immutable' };

/** A small picture of a recording, as its timeline names it. */
export const GET = endpoint(
  { ...mediaRequest, params },
  async ({ params: { id, at }, query: { token } }) =>
    new Response(new Uint8Array(await openThumbnail(id, at, token)), { headers }),
);
