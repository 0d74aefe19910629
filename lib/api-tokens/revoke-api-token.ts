import { record } from '@/lib/audit/record';
import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { AppError } from '@/lib/core/errors';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';

/**
 * Revokes an API token: it is refused from now on, its cable connections end, and its participants leave the rooms.
 * @throws AppError `not_found`
 */
export async function revokeApiToken(actor: Actor, id: string): Promise<void> {
  authorize(actor, 'api_tokens.revoke');
  const { organizationId } = actor;
  await db().$transaction(async (tx) => {
    const [revoked] = await tx.apiToken.updateManyAndReturn({
      where: { id, organizationId, revokedAt: null },
      data: { revokedAt: new Date() },
      select: { name: true },
    });
    if (!revoked) throw new AppError('not_found', 'This API token does not exist, or it was revoked already.');
    const { name: thingName } = revoked;
    await record(actor, { action: 'api_tokens.revoke', thingType: 'api_token', thingId: id, thingName }, tx);
  });
  await openBus().publish({ type: 'auth_session_revoked', authSessionId: id, organizationId });
}
