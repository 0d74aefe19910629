import * as cameraInvites from '@/lib/contracts/api/camera-invites';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { revokeCameraInvite } from '@/lib/use-cases/phones/camera-invites';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  endpoint(cameraInvites.revokeCameraInvite, ({ actor, params }) => revokeCameraInvite(actor, params.id)),
);
