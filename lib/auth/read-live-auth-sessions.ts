import { db } from '@/lib/platform/db/db';

/**
 * Which of these auth sessions go on: neither revoked nor expired, of a user who is still a member.
 * @returns the organization of each by its id
 */
export async function readLiveAuthSessions(ids: string[]): Promise<Map<string, string>> {
  const sessions = await db().$queryRaw<{ id: string; organizationId: string }[]>`
    SELECT id, organization_id AS "organizationId" FROM sessions JOIN memberships USING (user_id, organization_id)
    WHERE id = ANY(${ids}::uuid[]) AND revoked_at IS NULL AND expires_at > now()`;
  return new Map(sessions.map(({ id, organizationId }) => [id, organizationId]));
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
