import { db } from '@/lib/platform/db/db';
import { Prisma } from '@/prisma/generated/client';

/** When and where somebody was last seen. */
const unstable = ['last_seen_at', 'last_seen_address', 'user_agent', 'last_used_at', 'last_used_address'];

/**
 * Everything of an organization's in the database: the rows of all tables that name one, its own, and its members', as
 * text. When and where somebody was last seen is left out.
 */
export async function belongingsOf(organizationId: string): Promise<string[]> {
  const tables = await db().$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.columns
    WHERE column_name = 'organization_id' AND table_schema = current_schema() ORDER BY table_name`;
  const ofTables = tables.map(
    ({ name }) => Prisma.sql`SELECT ${name} AS name, to_jsonb(t) AS row FROM ${Prisma.raw(`"${name}"`)} AS t
      WHERE organization_id = ${organizationId}::uuid`,
  );
  const rows = await db().$queryRaw<{ line: string }[]>`
    SELECT name || ' ' || (row - ${unstable}::text[])::text AS line FROM (
      ${Prisma.join(ofTables, ' UNION ALL ')}
      UNION ALL SELECT 'organizations', to_jsonb(o) FROM organizations AS o WHERE id = ${organizationId}::uuid
      UNION ALL SELECT 'users', to_jsonb(u) FROM users AS u JOIN memberships AS m ON m.user_id = u.id
        WHERE m.organization_id = ${organizationId}::uuid
    ) AS everything ORDER BY line`;
  return rows.map(({ line }) => line);
}
