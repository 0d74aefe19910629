import { answerMedia, mediaResponse } from '@/lib/http/media-response';
import { openDownload } from '@/lib/use-cases/recordings/open-media';

/** A whole recording as one file. */
export async function GET(request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  return answerMedia(request, (await params).id, async (id, token) => {
    const { fileName, ...media } = await openDownload(id, token);
    return mediaResponse(request, media, {
      'content-type': 'video/mp2t',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`,
    });
  });
}
