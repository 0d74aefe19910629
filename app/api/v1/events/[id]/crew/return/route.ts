import * as phones from '@/lib/contracts/api/phones';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { setReturn } from '@/lib/use-cases/phones/crew';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(phones.setReturn, ({ actor, params, body }) => setReturn(actor, params.id, body.return.source)),
);
