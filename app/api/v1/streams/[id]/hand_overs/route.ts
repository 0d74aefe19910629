import * as phones from '@/lib/contracts/api/phones';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { createHandOver } from '@/lib/use-cases/phones/hand-overs';
import { serializeHandOver } from '@/lib/use-cases/phones/serialize';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(phones.createHandOver, async ({ actor, params }) => ({
    data: serializeHandOver(await createHandOver(actor, params.id)),
  })),
);
