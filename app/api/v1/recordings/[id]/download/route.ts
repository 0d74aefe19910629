import * as recordings from '@/lib/contracts/api/recordings';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { makeDownload } from '@/lib/use-cases/recordings/recordings';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(recordings.makeRecordingDownload, async ({ actor, params }) => ({
    data: { url: await makeDownload(actor, params.id) },
  })),
);
