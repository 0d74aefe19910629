import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { db } from '@/lib/platform/db/db';
import { record } from '@/lib/use-cases/audit/record';
import type { Organization } from '@/prisma/generated/client';

/** Renames the actor's organization. */
export async function updateOrganization(actor: Actor, { name }: { name: string }): Promise<Organization> {
  authorize(actor, 'organization.update');
  const { organizationId: id } = actor;
  return db().$transaction(async (tx) => {
    const { name: thingName } = await tx.organization.findUniqueOrThrow({ where: { id } });
    const renamed = { action: 'organization.update', thingType: 'organization', detail: `to ${name}` } as const;
    await record(actor, { thingId: id, thingName, ...renamed }, tx);
    return tx.organization.update({ where: { id }, data: { name } });
  });
}
