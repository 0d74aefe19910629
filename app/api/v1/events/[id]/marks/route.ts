import * as marks from '@/lib/contracts/api/marks';
import { pageAnswer } from '@/lib/contracts/api/paging';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { createMark, listMarks, serializeMark } from '@/lib/use-cases/recordings/marks';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(marks.listMarks, async ({ actor, params, query }) =>
    pageAnswer(await listMarks(actor, params.id, query), serializeMark),
  ),
  endpoint(marks.createMark, async ({ actor, params, body }) => ({
    data: serializeMark(await createMark(actor, params.id, body.mark ?? {})),
  })),
);
