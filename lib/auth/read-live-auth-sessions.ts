import type { Role } from '@/lib/contracts/permissions';
import { db } from '@/lib/platform/db/db';

interface LiveAuthSession {
  organizationId: string;
  role: Role;
}

/**
 * Which of these auth sessions go on: neither revoked nor expired, of a user who is still a member.
 * @returns the organization and the user's role there by the id of each
 */
export async function readLiveAuthSessions(ids: string[]): Promise<Map<string, LiveAuthSession>> {
  const sessions = await db().$queryRaw<({ id: string } & LiveAuthSession)[]>`
    SELECT id, organization_id AS "organizationId", role FROM sessions JOIN memberships USING (user_id, organization_id)
    WHERE id = ANY(${ids}::uuid[]) AND revoked_at IS NULL AND expires_at > now()`;
  return new Map(sessions.map(({ id, organizationId, role }) => [id, { organizationId, role }]));
}

/** The organizations in which auth sessions were revoked within the last `seconds`. */
export async function readOrganizationsOfRevokedAuthSessions(seconds: number): Promise<string[]> {
  const rows = await db().authSession.findMany({
    where: { revokedAt: { gt: new Date(Date.now() - seconds * 1000) } },
    distinct: ['organizationId'],
    select: { organizationId: true },
  });
  return rows.map(({ organizationId }) => organizationId);
}
