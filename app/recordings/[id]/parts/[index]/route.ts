import { z } from 'zod';
import { endpoint } from '@/lib/http/endpoint';
import { mediaRequest, mediaResponse } from '@/lib/http/media-response';
import { openPart } from '@/lib/use-cases/recordings/open-media';

const params = mediaRequest.params.extend({ index: z.coerce.number().int().min(0) });

/** A part of a recording, as its playlist names it. */
export const GET = endpoint({ ...mediaRequest, params }, async ({ params: { id, index }, query: { token }, request }) =>
  mediaResponse(request, await openPart(id, index, token), { 'content-type': 'video/mp2t' }),
);
