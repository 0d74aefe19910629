import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import type { UpdateOrganizationInput } from '@/lib/contracts/organization/members';
import { db } from '@/lib/platform/db/db';
import { record } from '@/lib/use-cases/audit/record';
import type { Organization } from '@/prisma/generated/client';

/** Renames the actor's organization, or changes its first multiview layout, its recordings' retention or its digest. */
export async function updateOrganization(
  actor: Actor,
  changes: UpdateOrganizationInput['organization'],
): Promise<Organization> {
  authorize(actor, 'organization.update');
  const { organizationId: id } = actor;
  const {
    name,
    multiview_layout: multiviewLayout,
    recordings_keep_days: recordingsKeepDays,
    recordings_max_gb: recordingsMaxGb,
    weekly_digest: weeklyDigest,
  } = changes;
  return db().$transaction(async (tx) => {
    const { name: thingName, weeklyDigestSince: digestSince } = await tx.organization.findUniqueOrThrow({
      where: { id },
    });
    const thing = { thingId: id, thingName, thingType: 'organization' } as const;
    if (name !== undefined) await record(actor, { ...thing, action: 'organization.update', detail: `to ${name}` }, tx);
    if (multiviewLayout !== undefined)
      await record(
        actor,
        { ...thing, action: 'organization.choose_layout', detail: `to ${multiviewLayout ?? 'three columns'}` },
        tx,
      );
    const retention = retentionWords(changes);
    if (retention) await record(actor, { ...thing, action: 'organization.keep_recordings', detail: retention }, tx);
    if (weeklyDigest !== undefined)
      await record(actor, { ...thing, action: 'organization.send_digest', detail: weeklyDigest ? 'on' : 'off' }, tx);
    // It stays due where it was on before.
    const weeklyDigestSince =
      weeklyDigest === undefined ? undefined : weeklyDigest ? (digestSince ?? new Date()) : null;
    const data = { name, multiviewLayout, recordingsKeepDays, recordingsMaxGb, weeklyDigestSince };
    return tx.organization.update({ where: { id }, data });
  });
}

/** The end of the audit line's sentence; empty if nothing changes. */
function retentionWords({
  recordings_keep_days: days,
  recordings_max_gb: gigabytes,
}: UpdateOrganizationInput['organization']): string {
  return [
    ...(days === undefined ? [] : [days === null ? 'to any age' : `to ${days} days`]),
    ...(gigabytes === undefined ? [] : [gigabytes === null ? 'to any size' : `to ${gigabytes} GB`]),
  ].join(' and ');
}
