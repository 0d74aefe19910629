import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import type { UpdateAccountInput } from '@/lib/contracts/accounts';
import { db } from '@/lib/platform/db/db';
import { lockUser } from '@/lib/platform/db/lock-user';
import { record } from '@/lib/use-cases/audit/record';
import { getAccount } from './get-account';
import type { Account } from './serialize';

/** Changes the actor's name. @throws AppError `not_found` when the user was deleted in the meantime */
export async function updateAccount(actor: Actor, { user }: UpdateAccountInput): Promise<Account> {
  authorize(actor, 'account.update');
  const data = {
    firstName: user.first_name,
    lastName: user.last_name === undefined ? undefined : user.last_name || null,
  };
  const { userId: thingId } = actor;
  await db().$transaction(async (tx) => {
    await lockUser(tx, thingId);
    // Before the change: the line says the name that they had.
    await record(actor, { action: 'account.update', thingType: 'user', thingId }, tx);
    await tx.user.updateMany({ where: { id: thingId }, data });
  });
  return getAccount(actor);
}
