import * as program from '@/lib/contracts/api/program';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { bringBack } from '@/lib/use-cases/tally/program-rules';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(program.endStandIn, ({ actor, params }) => bringBack(actor, params.id)),
);
