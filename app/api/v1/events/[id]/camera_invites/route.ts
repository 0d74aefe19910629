import * as cameraInvites from '@/lib/contracts/api/camera-invites';
import { pageAnswer } from '@/lib/contracts/api/paging';
import { camelKeys } from '@/lib/core/camel-keys';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { createCameraInvite, listCameraInvites } from '@/lib/use-cases/phones/camera-invites';
import { serializeCameraInvite } from '@/lib/use-cases/phones/serialize';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(cameraInvites.listCameraInvites, async ({ actor, params, query }) =>
    pageAnswer(await listCameraInvites(actor, params.id, query), serializeCameraInvite),
  ),
  endpoint(cameraInvites.createCameraInvite, async ({ actor, params, body }) => ({
    data: serializeCameraInvite(await createCameraInvite(actor, params.id, camelKeys(body.camera_invite))),
  })),
);
