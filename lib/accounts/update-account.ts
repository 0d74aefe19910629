import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import type { UpdateAccountInput } from '@/lib/contracts/accounts';
import { db } from '@/lib/platform/db/db';
import { getAccount } from './get-account';
import type { Account } from './serialize';

/** Changes the actor's name. @throws AppError `not_found` when the user was deleted in the meantime */
export async function updateAccount(actor: Actor, { user }: UpdateAccountInput): Promise<Account> {
  authorize(actor, 'account.update');
  await db().user.updateMany({
    where: { id: actor.userId },
    data: { firstName: user.first_name, lastName: user.last_name === undefined ? undefined : user.last_name || null },
  });
  return getAccount(actor);
}
