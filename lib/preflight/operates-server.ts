import { db, type Transaction } from '@/lib/platform/db/db';
import { webEnv } from '@/lib/platform/env/web-env';

/**
 * Whether an organization runs this server: the oldest one does, which was created to set it up. All others learn
 * nothing of the server's internals. For use cases that have asked the policy.
 */
export async function operatesServer(organizationId: string, tx: Transaction = db()): Promise<boolean> {
  if (webEnv().SYSTEM_PAGE === 'off') return false;
  // Ids are ordered by time.
  const oldest = await tx.organization.findFirst({ orderBy: { id: 'asc' }, select: { id: true } });
  return oldest?.id === organizationId;
}
