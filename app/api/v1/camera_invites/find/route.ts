import * as phones from '@/lib/contracts/api/phones';
import { clientOf } from '@/lib/http/client-of';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { findCameraInvite } from '@/lib/use-cases/phones/open-camera-invite';
import { serializeOpenedInvite } from '@/lib/use-cases/phones/serialize';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(phones.findCameraInvite, async ({ body, request }) => ({
    data: serializeOpenedInvite(await findCameraInvite(body.camera_invite.secret, clientOf(request))),
  })),
);
