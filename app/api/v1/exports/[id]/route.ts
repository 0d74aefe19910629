import * as exports from '@/lib/contracts/api/exports';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { deleteExport } from '@/lib/use-cases/recordings/exports/exports';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(exports.deleteExport, ({ actor, params }) => deleteExport(actor, params.id)),
);
