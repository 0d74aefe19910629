import * as edits from '@/lib/contracts/api/edits';
import { pageAnswer } from '@/lib/contracts/api/paging';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { createEdit, listEdits, serializeEdit } from '@/lib/use-cases/recordings/edits';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(edits.listEdits, async ({ actor, params, query }) =>
    pageAnswer(await listEdits(actor, params.id, query), serializeEdit),
  ),
  endpoint(edits.createEdit, async ({ actor, params, body }) => ({
    data: serializeEdit(await createEdit(actor, params.id, body.edit)),
  })),
);
