import * as phones from '@/lib/contracts/api/phones';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { openTalkback } from '@/lib/use-cases/phones/crew';
import { serializeTalkback } from '@/lib/use-cases/phones/serialize';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(phones.openTalkback, async ({ actor, params, request }) => ({
    data: serializeTalkback(await openTalkback(actor, params.id), request),
  })),
);
