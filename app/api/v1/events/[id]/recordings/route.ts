import { pageAnswer } from '@/lib/contracts/api/paging';
import * as recordings from '@/lib/contracts/api/recordings';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { listRecordings, serializeRecording } from '@/lib/use-cases/recordings/recordings';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(recordings.listRecordings, async ({ actor, params, query }) =>
    pageAnswer(await listRecordings(actor, params.id, query), serializeRecording),
  ),
);
