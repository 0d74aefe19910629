import type { OrganizationContentsJson, UpdateOrganizationInput } from '@/lib/contracts/organization/members';
import { db } from '@/lib/platform/db/db';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import type { Organization } from '@/prisma/generated/client';

/** Counts what the actor's organization holds, which is what its deletion deletes. */
export const countOrganization = defineUseCase(
  { action: 'organization.delete' },
  async ({ actor }): Promise<OrganizationContentsJson> => {
    const where = { organizationId: actor.organizationId };
    const [events, cameras, members, recordings] = await Promise.all([
      db().event.count({ where }),
      db().stream.count({ where }),
      db().membership.count({ where }),
      db().recording.aggregate({ where, _count: true, _sum: { sizeBytes: true } }),
    ]);
    const { _count: count, _sum: sum } = recordings;
    return { events, cameras, members, recordings: count, recordings_bytes: Number(sum.sizeBytes ?? 0) };
  },
);

/** Renames the actor's organization, or changes its first multiview layout, its recordings' retention or its digest. */
export const updateOrganization = defineUseCase(
  {
    action: 'organization.update',
    audit: [
      'organization.update',
      'organization.choose_layout',
      'organization.keep_recordings',
      'organization.send_digest',
    ],
  },
  async ({ actor, record }, changes: UpdateOrganizationInput['organization']): Promise<Organization> => {
    const { organizationId: id } = actor;
    const {
      name,
      multiview_layout: multiviewLayout,
      recordings_keep_days: recordingsKeepDays,
      recordings_max_gb: recordingsMaxGb,
      weekly_digest: weeklyDigest,
    } = changes;
    return db().$transaction(async (tx) => {
      const { name: formerName, weeklyDigestSince: digestSince } = await tx.organization.findUniqueOrThrow({
        where: { id },
      });
      const thing = { id, name: formerName };
      if (name !== undefined) await record(tx, { action: 'organization.update', ...thing, detail: `to ${name}` });
      if (multiviewLayout !== undefined)
        await record(tx, {
          action: 'organization.choose_layout',
          ...thing,
          detail: `to ${multiviewLayout ?? 'three columns'}`,
        });
      const retention = retentionWords(changes);
      if (retention) await record(tx, { action: 'organization.keep_recordings', ...thing, detail: retention });
      if (weeklyDigest !== undefined)
        await record(tx, { action: 'organization.send_digest', ...thing, detail: weeklyDigest ? 'on' : 'off' });
      // It stays due where it was on before.
      const weeklyDigestSince =
        weeklyDigest === undefined ? undefined : weeklyDigest ? (digestSince ?? new Date()) : null;
      const data = { name, multiviewLayout, recordingsKeepDays, recordingsMaxGb, weeklyDigestSince };
      return tx.organization.update({ where: { id }, data });
    });
  },
);

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
