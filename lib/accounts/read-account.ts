import { db } from '@/lib/platform/db/db';
import type { Account } from './serialize';

/** The account of a user in the organization that they joined first; null where they belong to none. */
export async function readAccount(userId: string): Promise<Account | null> {
  const first = await db().membership.findFirst({
    where: { userId },
    orderBy: [{ createdAt: 'asc' }, { organizationId: 'asc' }],
    include: { user: true, organization: true },
  });
  return first && { user: first.user, organization: first.organization, role: first.role };
}
