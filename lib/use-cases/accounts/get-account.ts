import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { AppError } from '@/lib/core/errors';
import { readAccount } from './read-account';
import type { Account } from './serialize';

/** The actor's own user and organization. @throws AppError `not_found` when either was deleted in the meantime */
export async function getAccount(actor: Actor): Promise<Account> {
  authorize(actor, 'account.read');
  const account = await readAccount(actor.userId, actor.organizationId);
  if (!account) throw new AppError('not_found', 'This account no longer exists.');
  return account;
}
