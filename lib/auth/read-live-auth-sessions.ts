import { type ApiTokenAccess, type Role, roleOfAccess } from '@/lib/contracts/permissions';
import { db } from '@/lib/platform/db/db';

interface LiveAuthSession {
  organizationId: string;
  role: Role;
}

/** An auth session by its user's role, or an API token by its access. */
type LiveRow = { id: string; organizationId: string } & (
  | { role: Role; access: null }
  | { role: null; access: ApiTokenAccess }
);

/**
 * Filters auth sessions and API tokens: neither revoked nor expired, and of a user who is still a member.
 * @returns the organization of each by its id, and the role there; an API token that may write has a member's
 */
export async function readLiveAuthSessions(ids: string[]): Promise<Map<string, LiveAuthSession>> {
  const sessions = await db().$queryRaw<LiveRow[]>`
    SELECT id, organization_id AS "organizationId", role::text AS role, NULL AS access
    FROM sessions JOIN memberships USING (user_id, organization_id)
    WHERE id = ANY(${ids}::uuid[]) AND revoked_at IS NULL AND expires_at > now()
    UNION ALL
    SELECT id, organization_id, NULL, access::text FROM api_tokens
    WHERE id = ANY(${ids}::uuid[]) AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())`;
  return new Map(
    sessions.map(({ id, organizationId, ...by }) => [
      id,
      { organizationId, role: by.access === null ? by.role : roleOfAccess(by.access) },
    ]),
  );
}

/** The organizations in which auth sessions or API tokens were revoked within the last `seconds`. */
export async function readOrganizationsOfRevokedAuthSessions(seconds: number): Promise<string[]> {
  const since = new Date(Date.now() - seconds * 1000);
  const rows = await db().$queryRaw<{ organizationId: string }[]>`
    SELECT organization_id AS "organizationId" FROM sessions WHERE revoked_at > ${since}
    UNION
    SELECT organization_id FROM api_tokens WHERE revoked_at > ${since}`;
  return rows.map(({ organizationId }) => organizationId);
}
