import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { db } from '@/lib/platform/db/db';
import type { TokenWithMaker } from './serialize';

/** The API tokens of the actor's organization that were not revoked, expired ones too, the newest first. */
export async function listApiTokens(actor: Actor): Promise<TokenWithMaker[]> {
  authorize(actor, 'api_tokens.read');
  return db().apiToken.findMany({
    where: { organizationId: actor.organizationId, revokedAt: null },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    include: { maker: true },
  });
}
