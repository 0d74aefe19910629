import * as program from '@/lib/contracts/api/program';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { cutProgram, getProgram, releaseProgram } from '@/lib/use-cases/tally/program-desk';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(program.getProgram, async ({ actor, params }) => ({ data: await getProgram(actor, params.id) })),
  endpoint(program.cutProgram, async ({ actor, params, body }) => ({
    data: await cutProgram(actor, params.id, body.program),
  })),
  endpoint(program.releaseProgram, ({ actor, params }) => releaseProgram(actor, params.id)),
);
