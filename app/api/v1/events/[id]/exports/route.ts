import * as exports from '@/lib/contracts/api/exports';
import { pageAnswer } from '@/lib/contracts/api/paging';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { createExport } from '@/lib/use-cases/recordings/exports/create-export';
import { listExports } from '@/lib/use-cases/recordings/exports/list-exports';
import { serializeExport } from '@/lib/use-cases/recordings/exports/serialize-export';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint(exports.listExports, async ({ actor, params, query }) => {
    const page = await listExports(actor, params.id, query);
    return pageAnswer(page.rows.map(serializeExport), page);
  }),
  POST: endpoint(exports.createExport, async ({ actor, params, body }) => ({
    data: serializeExport(await createExport(actor, params.id, body.export)),
  })),
});
