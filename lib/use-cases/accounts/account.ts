import type { UpdateAccountInput } from '@/lib/contracts/accounts';
import { AppError } from '@/lib/core/errors';
import { db, type Transaction } from '@/lib/platform/db/db';
import { lockUser } from '@/lib/platform/db/lock-user';
import { operatesServer } from '@/lib/preflight/operator';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
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

/** The actor's own user and organization. @throws AppError `not_found` when either was deleted in the meantime */
export const getAccount = defineUseCase({ action: 'account.read' }, async ({ actor }): Promise<Account> => {
  const account = await readAccount(actor.userId, actor.organizationId);
  if (!account) throw new AppError('not_found', 'This account no longer exists.');
  return account;
});

/** Changes the actor's name. @throws AppError `not_found` when the user was deleted in the meantime */
export const updateAccount = defineUseCase(
  { action: 'account.update', audit: 'account.update' },
  async ({ actor, record }, { user }: UpdateAccountInput): Promise<Account> => {
    const data = {
      firstName: user.first_name,
      lastName: user.last_name === undefined ? undefined : user.last_name || null,
    };
    const { userId: id } = actor;
    await db().$transaction(async (tx) => {
      await lockUser(tx, id);
      // Before the change: the line says the name that they had.
      await record(tx, { id });
      await tx.user.updateMany({ where: { id }, data });
    });
    return getAccount(actor);
  },
);
