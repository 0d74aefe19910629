import * as exports from '@/lib/contracts/api/exports';
import { pageAnswer } from '@/lib/contracts/api/paging';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { createExport, listExports } from '@/lib/use-cases/recordings/exports/exports';
import { serializeExport } from '@/lib/use-cases/recordings/exports/serialize-export';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(exports.listExports, async ({ actor, params, query }) =>
    pageAnswer(await listExports(actor, params.id, query), serializeExport),
  ),
  endpoint(exports.createExport, async ({ actor, params, body }) => ({
    data: serializeExport(await createExport(actor, params.id, body.export)),
  })),
);
