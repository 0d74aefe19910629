import * as streams from '@/lib/contracts/api/streams';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { commandPtz } from '@/lib/use-cases/ptz/command-ptz';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(streams.commandPtz, ({ actor, params, body }) => commandPtz(actor, params.id, body.ptz)),
);
