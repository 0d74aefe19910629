import * as cameraInvites from '@/lib/contracts/api/camera-invites';
import { pageAnswer } from '@/lib/contracts/api/paging';
import { endpoint } from '@/lib/http/endpoint';
import { route } from '@/lib/http/route';
import { createCameraInvite } from '@/lib/use-cases/phones/create-camera-invite';
import { listCameraInvites } from '@/lib/use-cases/phones/list-camera-invites';
import { serializeCameraInvite } from '@/lib/use-cases/phones/serialize';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint(cameraInvites.listCameraInvites, async ({ actor, params, query }) => {
    const page = await listCameraInvites(actor, params.id, query);
    return pageAnswer(page.rows.map(serializeCameraInvite), page);
  }),
  POST: endpoint(cameraInvites.createCameraInvite, async ({ actor, params, body }) => {
    const { label, max_uses: maxUses, expires_at: expiresAt } = body.camera_invite;
    return { data: serializeCameraInvite(await createCameraInvite(actor, params.id, { label, maxUses, expiresAt })) };
  }),
});
