import type { Actor } from '@/lib/auth/actor';
import { AppError } from '@/lib/core/errors';
import { db } from '@/lib/platform/db/db';
import type { Account } from './serialize';

/** The actor's own user and organization. @throws AppError `not_found` when either was deleted meanwhile */
export async function getAccount({ userId, organizationId }: Actor): Promise<Account> {
  const membership = await db().membership.findUnique({
    where: { userId_organizationId: { userId, organizationId } },
    include: { user: true, organization: true },
  });
  if (!membership) throw new AppError('not_found', 'This account no longer exists.');
  return { user: membership.user, organization: membership.organization };
}
