import type { Actor, UserActor } from '@/lib/auth/actor';
import { type LiveCredential, liveCredential, requireLive } from '@/lib/auth/confirm-actor';
import { type AuditAction, auditTrail } from '@/lib/contracts/organization/audit-trail';
import { newId } from '@/lib/core/id';
import type { Transaction } from '@/lib/platform/db/db';
import { confirmAttempt } from '@/lib/platform/kept-answer';
import { Prisma } from '@/prisma/generated/client';

/** The author of an audit entry: an actor, or a user whose secret the use case has checked. */
type Author = Actor | (Pick<UserActor, 'organizationId' | 'userId' | 'address'> & { authSessionId?: undefined });

export interface AuditLine {
  /** The id of the action's thing, whose type is in {@link auditTrail}. */
  id: string;
  /** The thing's name before the action. */
  name?: string;
  /** The end of the sentence, such as “to Camera 2”. Never a secret. */
  detail?: string;
}

/**
 * Adds a line to the audit trail of one author. Confirms an actor in the same statement, so that a session, API token or
 * role that has just ended changes nothing.
 * @param tx the transaction of the change, so that neither happens without the other
 * @throws AppError what confirmActor throws
 */
export type Recorder<A extends AuditAction> = (tx: Transaction, line: AuditLine & { action: A }) => Promise<void>;

/** The recorder of an actor that the policy has let in, or of a user whose secret the use case has checked. */
export const recorderOf =
  (author: Author): Recorder<AuditAction> =>
  async (tx, { action, id: thingId, name: thingName, detail }) => {
    // A call that was given up and made again changes nothing.
    await confirmAttempt(tx);
    const { organizationId, address } = author;
    const { type, id, name } = authorOf(author);
    const credential = isActor(author) ? liveCredential(author) : Prisma.sql`SELECT 'a secret' AS "grant"`;
    // One statement, so that auditing a change costs a single round trip to the database.
    const live = await tx.$queryRaw<LiveCredential[]>`
      WITH live AS (${credential}), line AS (
        INSERT INTO audit_entries (
          id, organization_id, actor_type, actor_id, actor_name, action, thing_type, thing_id, thing_name, detail, address
        ) SELECT
          ${newId()}::uuid, ${organizationId}::uuid, ${type}, ${id}::uuid, ${name}, ${action},
          ${auditTrail[action].thing}, ${thingId}::uuid, ${thingName ?? null}, ${detail ?? null}, ${address || null}
        FROM live
      ) SELECT "grant" FROM live`;
    if (isActor(author)) requireLive(author, live);
  };

const isActor = (author: Author): author is Actor => author.authSessionId !== undefined || 'apiTokenId' in author;

/** The author's name, as the audit trail has it. */
export async function nameOf(author: Author, tx: Transaction): Promise<string> {
  const [row] = await tx.$queryRaw<{ name: string }[]>`SELECT ${authorOf(author).name} AS name`;
  if (!row) throw new Error('Postgres selected no row');
  return row.name;
}

function authorOf(author: Author) {
  const { type, id, name } = isUser(author) ? userOf(author.userId) : apiTokenOf(author.apiTokenId);
  return { type, id, name: Prisma.sql`coalesce((${name}), 'Someone')` };
}

const isUser = (author: Author): author is Author & { userId: string } =>
  'userId' in author && author.userId !== undefined;

const userOf = (id: string) => ({
  type: 'user',
  id,
  name: Prisma.sql`SELECT concat_ws(' ', first_name, last_name) FROM users WHERE id = ${id}::uuid`,
});

const apiTokenOf = (id: string) => ({
  type: 'api_token',
  id,
  name: Prisma.sql`SELECT name FROM api_tokens WHERE id = ${id}::uuid`,
});
