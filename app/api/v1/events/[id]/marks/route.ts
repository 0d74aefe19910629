import * as marks from '@/lib/contracts/api/marks';
import { pageAnswer } from '@/lib/contracts/api/paging';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { createMark } from '@/lib/use-cases/recordings/marks/create-mark';
import { listMarks } from '@/lib/use-cases/recordings/marks/list-marks';
import { serializeMark } from '@/lib/use-cases/recordings/marks/serialize-mark';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint(marks.listMarks, async ({ actor, params, query }) => {
    const page = await listMarks(actor, params.id, query);
    return pageAnswer(page.rows.map(serializeMark), page);
  }),
  POST: endpoint(marks.createMark, async ({ actor, params, body }) => ({
    data: serializeMark(await createMark(actor, params.id, body.mark ?? {})),
  })),
});
