import { db, type Transaction } from '@/lib/platform/db/db';
import { webEnv } from '@/lib/platform/env/web-env';

/**
 * Whether an organization is the one that runs this server, for use cases that have asked, and for whoever is signed in:
 * the oldest one, which was made to set the server up. To all others the server's own insides are none of their business.
 */
export async function operatesServer(organizationId: string, tx: Transaction = db()): Promise<boolean> {
  if (webEnv().SYSTEM_PAGE === 'off') return false;
  // Ids are ordered by time.
  const oldest = await tx.organization.findFirst({ orderBy: { id: 'asc' }, select: { id: true } });
  return oldest?.id === organizationId;
}
