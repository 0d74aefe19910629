import { pageAnswer } from '@/lib/contracts/api/paging';
import * as tally from '@/lib/contracts/api/tally';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { listTallyChanges } from '@/lib/use-cases/tally/list-tally-changes';
import { serializeTallyChange } from '@/lib/use-cases/tally/serialize';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint(tally.listTallyChanges, async ({ actor, params, query }) => {
    const page = await listTallyChanges(actor, params.id, query);
    return pageAnswer(page.rows.map(serializeTallyChange), page);
  }),
});
