import * as exports from '@/lib/contracts/api/exports';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { makeExportDownload } from '@/lib/use-cases/recordings/exports/exports';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(exports.makeExportDownload, async ({ actor, params }) => ({
    data: await makeExportDownload(actor, params.id),
  })),
);
