import * as imports from '@/lib/contracts/api/imports';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { addImportBytes, serializeImport } from '@/lib/use-cases/recordings/imports';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(imports.addImportBytes, async ({ actor, params, query, bytes }) => ({
    data: serializeImport(await addImportBytes(actor, params.id, query.offset, bytes)),
  })),
);
