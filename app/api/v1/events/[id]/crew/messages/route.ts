import * as phones from '@/lib/contracts/api/phones';
import { camelKeys } from '@/lib/core/camel-keys';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { messageCrew } from '@/lib/use-cases/phones/crew';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(phones.messageCrew, ({ actor, params, body }) => messageCrew(actor, params.id, camelKeys(body.message))),
);
