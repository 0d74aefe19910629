import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import type { UpdateOrganizationInput } from '@/lib/contracts/organization/members';
import { db } from '@/lib/platform/db/db';
import { record } from '@/lib/use-cases/audit/record';
import type { Organization } from '@/prisma/generated/client';

/** Renames the actor's organization, or chooses the layout that its multiviews have at first. */
export async function updateOrganization(
  actor: Actor,
  { name, multiview_layout: multiviewLayout }: UpdateOrganizationInput['organization'],
): Promise<Organization> {
  authorize(actor, 'organization.update');
  const { organizationId: id } = actor;
  return db().$transaction(async (tx) => {
    const { name: thingName } = await tx.organization.findUniqueOrThrow({ where: { id } });
    const thing = { thingId: id, thingName, thingType: 'organization' } as const;
    if (name !== undefined) await record(actor, { ...thing, action: 'organization.update', detail: `to ${name}` }, tx);
    if (multiviewLayout !== undefined)
      await record(
        actor,
        { ...thing, action: 'organization.choose_layout', detail: `to ${multiviewLayout ?? 'three columns'}` },
        tx,
      );
    return tx.organization.update({ where: { id }, data: { name, multiviewLayout } });
  });
}
