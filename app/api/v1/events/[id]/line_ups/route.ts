import * as lineUps from '@/lib/contracts/api/line-ups';
import { pageAnswer } from '@/lib/contracts/api/paging';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { listLineUps, runLineUp, serializeLineUp } from '@/lib/use-cases/line-ups/line-ups';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(lineUps.listLineUps, async ({ actor, params, query }) =>
    pageAnswer(await listLineUps(actor, params.id, query), serializeLineUp),
  ),
  endpoint(lineUps.runLineUp, async ({ actor, params }) => ({
    data: serializeLineUp(await runLineUp(actor, params.id)),
  })),
);
