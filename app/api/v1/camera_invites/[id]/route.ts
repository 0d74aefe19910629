import * as cameraInvites from '@/lib/contracts/api/camera-invites';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { revokeCameraInvite } from '@/lib/use-cases/phones/revoke-camera-invite';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  DELETE: endpoint(cameraInvites.revokeCameraInvite, ({ actor, params }) => revokeCameraInvite(actor, params.id)),
});
