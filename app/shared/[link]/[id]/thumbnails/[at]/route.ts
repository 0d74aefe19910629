import { z } from 'zod';
import { endpoint } from '@/lib/http/endpoint';
import { sharedRequest } from '@/lib/http/media-response';
import { openSharedThumbnail } from '@/lib/use-cases/sharing/shared-recordings';

const params = sharedRequest.params.extend({ at: z.coerce.number().int().min(0) });
/** A revoked link shows nothing more. */
const headers = { 'content-type': 'image/jpeg', 'cache-control': 'no-store' };

/** A small picture of a shared recording, as its timeline names it. */
export const GET = endpoint({ ...sharedRequest, params }, async ({ params: { link, id, at }, query: { token } }) => {
  const jpeg = await openSharedThumbnail({ linkId: link, recordingId: id, token }, at);
  return new Response(new Uint8Array(jpeg), { headers });
});
