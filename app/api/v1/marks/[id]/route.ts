import * as marks from '@/lib/contracts/api/marks';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { deleteMark, serializeMark, updateMark } from '@/lib/use-cases/recordings/marks';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(marks.updateMark, async ({ actor, params, body }) => ({
    data: serializeMark(await updateMark(actor, params.id, body.mark)),
  })),
  endpoint(marks.deleteMark, ({ actor, params }) => deleteMark(actor, params.id)),
);
