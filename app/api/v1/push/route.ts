import * as push from '@/lib/contracts/api/push';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { endPush, getPush, setPush } from '@/lib/use-cases/push/push';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(push.getPush, async ({ actor }) => ({ data: await getPush(actor) })),
  endpoint(push.setPush, async ({ actor, body }) => ({ data: await setPush(actor, body.push) })),
  endpoint(push.endPush, ({ actor }) => endPush(actor)),
);
