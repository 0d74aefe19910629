import * as phones from '@/lib/contracts/api/phones';
import { camelKeys } from '@/lib/core/camel-keys';
import { clientOf } from '@/lib/http/client-of';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { joinAsCamera } from '@/lib/use-cases/phones/join-as-camera';
import { serializeJoinedCamera } from '@/lib/use-cases/phones/serialize';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(phones.joinAsCamera, async ({ body, request }) => ({
    data: serializeJoinedCamera(await joinAsCamera(camelKeys(body.camera), clientOf(request)), request),
  })),
);
