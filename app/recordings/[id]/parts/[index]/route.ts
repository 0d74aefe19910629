import { answerMedia, mediaResponse } from '@/lib/http/media-response';
import { openPart } from '@/lib/use-cases/recordings/open-media';

/** A part of a recording, as its playlist names it. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ id: string; index: string }> },
): Promise<Response> {
  const { id: recordingId, index } = await params;
  return answerMedia(request, recordingId, async (id, token) =>
    mediaResponse(request, await openPart(id, Number(index), token), { 'content-type': 'video/mp2t' }),
  );
}
