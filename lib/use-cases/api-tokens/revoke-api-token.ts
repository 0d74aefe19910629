import type { Actor, UserActor } from '@/lib/auth/actor';
import { type EndedCredential, endConnectionsOf } from '@/lib/auth/end-connections-of';
import { authorize } from '@/lib/auth/policy';
import { AppError } from '@/lib/core/errors';
import { db, type Transaction } from '@/lib/platform/db/db';
import { record } from '@/lib/use-cases/audit/record';
import type { Prisma } from '@/prisma/generated/client';

/**
 * Revokes an API token: it is refused from now on, its cable connections end, and its participants leave the rooms.
 * @throws AppError `not_found`
 */
export async function revokeApiToken(actor: Actor, id: string): Promise<void> {
  authorize(actor, 'api_tokens.revoke');
  const revoked = await db().$transaction((tx) => revokeTokens(tx, actor, { id }));
  if (revoked.length === 0) {
    throw new AppError('not_found', 'This API token does not exist, or it was revoked already.');
  }
  await endConnectionsOf(revoked);
}

/**
 * Revokes API tokens of the actor's organization, for use cases that have asked the policy: they are refused from now on.
 * Once the transaction is committed, {@link endConnectionsOf} ends what they have open.
 * @param which limits the tokens; those that were revoked are left out
 * @param detail for the audit trail: why, where that is not plain
 * @returns those that have ended
 */
export async function revokeTokens(
  tx: Transaction,
  actor: UserActor,
  which: Prisma.ApiTokenWhereInput,
  detail?: string,
): Promise<EndedCredential[]> {
  const revoked = await tx.apiToken.updateManyAndReturn({
    where: { AND: which, organizationId: actor.organizationId, revokedAt: null },
    data: { revokedAt: new Date() },
    select: { id: true, organizationId: true, name: true },
  });
  for (const { id: thingId, name: thingName } of revoked) {
    await record(actor, { action: 'api_tokens.revoke', thingType: 'api_token', thingId, thingName, detail }, tx);
  }
  return revoked;
}
