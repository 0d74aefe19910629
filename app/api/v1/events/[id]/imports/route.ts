import * as imports from '@/lib/contracts/api/imports';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { createImport, serializeImport } from '@/lib/use-cases/recordings/imports';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(imports.createImport, async ({ actor, params, body }) => ({
    data: serializeImport(await createImport(actor, params.id, body.import)),
  })),
);
