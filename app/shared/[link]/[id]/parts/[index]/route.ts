import { z } from 'zod';
import { endpoint } from '@/lib/http/endpoint';
import { mediaResponse, sharedRequest } from '@/lib/http/media-response';
import { openSharedPart } from '@/lib/use-cases/sharing/shared-recordings';

const params = sharedRequest.params.extend({ index: z.coerce.number().int().min(0) });

/** A part of a shared recording, as its playlist names it. */
export const GET = endpoint({ ...sharedRequest, params }, async ({ params: { link, id, index }, query, request }) =>
  mediaResponse(request, await openSharedPart({ linkId: link, recordingId: id, token: query.token }, index), {
    'content-type': 'video/mp2t',
    // A revoked link shows nothing more.
    'cache-control': 'no-store',
  }),
);
