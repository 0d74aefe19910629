import { db } from '@/lib/platform/db/db';

/**
 * Whether a phone may be in its event's room as the camera of this stream. The stream must exist, and its invite must not
 * be revoked. For the way to LiveKit, which acts for no actor.
 */
export async function isWelcomePhone(streamId: string): Promise<boolean> {
  const rows = await db().$queryRaw<unknown[]>`
    SELECT 1 FROM streams LEFT JOIN phones ON phones.stream_id = streams.id
      LEFT JOIN camera_invites ON camera_invites.id = phones.invite_id
    WHERE streams.id = ${streamId}::uuid AND camera_invites.revoked_at IS NULL`;
  return rows.length > 0;
}

/** The organizations in which camera invites were revoked within the last `seconds`. */
export async function readOrganizationsOfRevokedInvites(seconds: number): Promise<string[]> {
  const invites = await db().cameraInvite.findMany({
    where: { revokedAt: { gt: new Date(Date.now() - seconds * 1000) } },
    distinct: ['organizationId'],
    select: { organizationId: true },
  });
  return invites.map(({ organizationId }) => organizationId);
}
