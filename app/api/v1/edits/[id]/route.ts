import * as edits from '@/lib/contracts/api/edits';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { deleteEdit, serializeEdit, updateEdit } from '@/lib/use-cases/recordings/edits';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(edits.updateEdit, async ({ actor, params, body }) => ({
    data: serializeEdit(await updateEdit(actor, params.id, body.edit)),
  })),
  endpoint(edits.deleteEdit, ({ actor, params }) => deleteEdit(actor, params.id)),
);
