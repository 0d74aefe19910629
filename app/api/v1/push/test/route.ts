import * as push from '@/lib/contracts/api/push';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { testPush } from '@/lib/use-cases/push/push';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(push.testPush, ({ actor }) => testPush(actor)),
);
