import * as phones from '@/lib/contracts/api/phones';
import { clientOf } from '@/lib/http/client-of';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { joinAsCamera } from '@/lib/use-cases/phones/join-as-camera';
import { serializeJoinedCamera } from '@/lib/use-cases/phones/serialize';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint(phones.joinAsCamera, async ({ body, request }) => {
    const { secret, device_secret: deviceSecret, person, source_kind: sourceKind } = body.camera;
    const joining = { secret, deviceSecret, person, sourceKind };
    return { data: serializeJoinedCamera(await joinAsCamera(joining, clientOf(request)), request) };
  }),
});
