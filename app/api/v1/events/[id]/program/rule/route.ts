import * as program from '@/lib/contracts/api/program';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { removeProgramRule, setProgramRule } from '@/lib/use-cases/tally/program-rules';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(program.setProgramRule, async ({ actor, params, body }) => ({
    data: await setProgramRule(actor, params.id, body.rule),
  })),
  endpoint(program.removeProgramRule, ({ actor, params }) => removeProgramRule(actor, params.id)),
);
