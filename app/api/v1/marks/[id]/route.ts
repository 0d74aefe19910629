import * as marks from '@/lib/contracts/api/marks';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { deleteMark } from '@/lib/use-cases/recordings/marks/delete-mark';
import { serializeMark } from '@/lib/use-cases/recordings/marks/serialize-mark';
import { updateMark } from '@/lib/use-cases/recordings/marks/update-mark';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PATCH: endpoint(marks.updateMark, async ({ actor, params, body }) => ({
    data: serializeMark(await updateMark(actor, params.id, body.mark)),
  })),
  DELETE: endpoint(marks.deleteMark, ({ actor, params }) => deleteMark(actor, params.id)),
});
