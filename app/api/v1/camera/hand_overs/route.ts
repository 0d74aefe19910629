import * as phones from '@/lib/contracts/api/phones';
import { clientOf } from '@/lib/http/client-of';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { handOverCamera } from '@/lib/use-cases/phones/hand-overs';
import { serializeHandOver } from '@/lib/use-cases/phones/serialize';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(phones.handOverCamera, async ({ body, request }) => ({
    data: serializeHandOver(await handOverCamera(body.camera.device_secret, clientOf(request))),
  })),
);
