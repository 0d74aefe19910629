import * as tally from '@/lib/contracts/api/tally';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { reportTally } from '@/lib/use-cases/tally/report-tally';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(tally.reportTally, ({ actor, params, body }) => reportTally(actor, params.id, body.tally)),
);
