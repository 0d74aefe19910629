import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { db } from '@/lib/platform/db/db';
import type { Organization } from '@/prisma/generated/client';

/** Renames the actor's organization. */
export async function updateOrganization(actor: Actor, { name }: { name: string }): Promise<Organization> {
  authorize(actor, 'organization.update');
  return db().organization.update({ where: { id: actor.organizationId }, data: { name } });
}
