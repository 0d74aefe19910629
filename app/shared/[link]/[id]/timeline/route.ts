import { endpoint } from '@/lib/http/endpoint';
import { sharedRequest } from '@/lib/http/media-response';
import { readSharedTimeline } from '@/lib/use-cases/sharing/shared-recordings';

/** A share link's part of a recording, in time. */
export const GET = endpoint(sharedRequest, async ({ params: { link, id }, query: { token } }) =>
  Response.json({ data: await readSharedTimeline({ linkId: link, recordingId: id, token }) }),
);
