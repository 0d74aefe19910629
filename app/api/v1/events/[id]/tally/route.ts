import * as tally from '@/lib/contracts/api/tally';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { getTally } from '@/lib/use-cases/tally/tallies';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(tally.getTally, async ({ actor, params }) => ({ data: await getTally(actor, params.id) })),
);
