import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import type { OrganizationContentsJson } from '@/lib/contracts/organization/members';
import { db } from '@/lib/platform/db/db';

/** Counts what the actor's organization holds, which is what its deletion deletes. */
export async function countOrganization(actor: Actor): Promise<OrganizationContentsJson> {
  authorize(actor, 'organization.delete');
  const where = { organizationId: actor.organizationId };
  const [events, cameras, members, recordings] = await Promise.all([
    db().event.count({ where }),
    db().stream.count({ where }),
    db().membership.count({ where }),
    db().recording.aggregate({ where, _count: true, _sum: { sizeBytes: true } }),
  ]);
  const { _count: count, _sum: sum } = recordings;
  return { events, cameras, members, recordings: count, recordings_bytes: Number(sum.sizeBytes ?? 0) };
}
