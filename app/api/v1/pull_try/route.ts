import * as pullTry from '@/lib/contracts/api/pull-try';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { createPullTry, findPullTry, serializePullTry } from '@/lib/use-cases/streams/pull-try';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(pullTry.createPullTry, async ({ actor, body }) => ({
    data: serializePullTry(await createPullTry(actor, body.pull_try)),
  })),
  endpoint(pullTry.getPullTry, async ({ actor }) => {
    const found = await findPullTry(actor);
    return { data: found && serializePullTry(found) };
  }),
);
