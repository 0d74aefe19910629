import * as recordings from '@/lib/contracts/api/recordings';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { getReplay } from '@/lib/use-cases/recordings/replay/get-replay';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(recordings.getReplay, async ({ actor, params, query }) => ({
    data: await getReplay(actor, params.id, query.seconds),
  })),
);
