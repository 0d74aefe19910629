import { pageAnswer } from '@/lib/contracts/api/paging';
import * as tally from '@/lib/contracts/api/tally';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { serializeTallyChange } from '@/lib/use-cases/tally/serialize';
import { listTallyChanges } from '@/lib/use-cases/tally/tallies';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(tally.listTallyChanges, async ({ actor, params, query }) =>
    pageAnswer(await listTallyChanges(actor, params.id, query), serializeTallyChange),
  ),
);
