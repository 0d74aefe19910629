import { pageAnswer } from '@/lib/contracts/api/paging';
import * as recordings from '@/lib/contracts/api/recordings';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { listRecordings } from '@/lib/use-cases/recordings/list-recordings';
import { serializeRecording } from '@/lib/use-cases/recordings/serialize';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint(recordings.listRecordings, async ({ actor, params, query }) => {
    const page = await listRecordings(actor, params.id, query);
    return pageAnswer(page.rows.map(serializeRecording), page);
  }),
});
