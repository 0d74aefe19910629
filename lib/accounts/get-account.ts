import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { AppError } from '@/lib/core/errors';
import { db } from '@/lib/platform/db/db';
import type { Account } from './serialize';

/** The actor's own user and organization. @throws AppError `not_found` when either was deleted in the meantime */
export async function getAccount(actor: Actor): Promise<Account> {
  authorize(actor, 'account.read');
  const { userId, organizationId } = actor;
  const membership = await db().membership.findUnique({
    where: { userId_organizationId: { userId, organizationId } },
    include: { user: true, organization: true },
  });
  if (!membership) throw new AppError('not_found', 'This account no longer exists.');
  return { user: membership.user, organization: membership.organization, role: membership.role };
}
