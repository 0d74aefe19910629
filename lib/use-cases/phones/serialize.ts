import { hashLinkSecret } from '@/lib/auth/link-secret';
import type { CameraInviteJson } from '@/lib/contracts/camera-invites';
import { fullName } from '@/lib/core/full-name';
import type { Prisma } from '@/prisma/generated/client';
import { cameraInviteSecretOf } from './camera-invite-secret';

/** The relations read to show a camera invite. */
export const cameraInviteRelations = {
  createdBy: { select: { firstName: true, lastName: true } },
} as const satisfies Prisma.CameraInviteInclude;

export type CameraInviteRow = Prisma.CameraInviteGetPayload<{ include: typeof cameraInviteRelations }>;

/** A camera invite as the API shows it to members. */
export function serializeCameraInvite(invite: CameraInviteRow): CameraInviteJson {
  const { createdBy } = invite;
  return {
    id: invite.id,
    type: 'camera_invite',
    attributes: {
      label: invite.label,
      event_id: invite.eventId,
      max_uses: invite.maxUses,
      uses: invite.uses,
      expires_at: invite.expiresAt.toISOString(),
      revoked_at: invite.revokedAt?.toISOString() ?? null,
      created_at: invite.createdAt.toISOString(),
      created_by: createdBy && fullName(createdBy.firstName, createdBy.lastName),
      path: invitePath(invite),
    },
  };
}

/** Where a phone opens an invite: the secret is in the fragment, which browsers send nowhere. */
function invitePath({ id, secretHash, revokedAt, expiresAt, uses, maxUses }: CameraInviteRow): string | null {
  if (revokedAt || expiresAt.getTime() <= Date.now() || uses >= maxUses) return null;
  const secret = cameraInviteSecretOf(id);
  // If AUTH_SECRET has changed since the invite was made, the link people hold is right, and this one is not.
  return hashLinkSecret(secret) === secretHash ? `/camera#${secret}` : null;
}
