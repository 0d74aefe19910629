import { db, type Transaction } from '@/lib/platform/db/db';
import { operatesServer } from '@/lib/preflight/operates-server';
import type { Account } from './serialize';

/**
 * The account of a user, for use cases that know who asks.
 * @param organizationId one of theirs; without it, the one that they joined first
 * @returns null where they belong to none, or not to this one
 */
export async function readAccount(
  userId: string,
  organizationId?: string,
  tx: Transaction = db(),
): Promise<Account | null> {
  const memberships = await tx.membership.findMany({
    where: { userId },
    orderBy: [{ createdAt: 'asc' }, { organizationId: 'asc' }],
    // The hash for whether there is one.
    include: { user: { omit: { passwordHash: false } }, organization: true },
  });
  const shown = memberships.find(
    (membership) => membership.organizationId === (organizationId ?? membership.organizationId),
  );
  if (!shown) return null;
  const { passwordHash, ...user } = shown.user;
  const { organization, role } = shown;
  const organizations = memberships.map((membership) => ({
    organization: membership.organization,
    role: membership.role,
  }));
  const isOperator = await operatesServer(organization.id, tx);
  return { user, hasPassword: passwordHash !== null, organization, role, operatesServer: isOperator, organizations };
}
