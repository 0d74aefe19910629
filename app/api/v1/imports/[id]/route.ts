import * as imports from '@/lib/contracts/api/imports';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { deleteImport, getImport, serializeImport } from '@/lib/use-cases/recordings/imports';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(imports.getImport, async ({ actor, params }) => ({
    data: serializeImport(await getImport(actor, params.id)),
  })),
  endpoint(imports.deleteImport, ({ actor, params }) => deleteImport(actor, params.id)),
);
