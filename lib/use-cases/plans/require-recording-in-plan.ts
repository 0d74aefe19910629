import { planSchema } from '@/lib/contracts/organization/plan-schemas';
import { planOf } from '@/lib/contracts/organization/plans';
import { limitReached } from '@/lib/core/limit-reached';
import type { Transaction } from '@/lib/platform/db/db';
import { webEnv } from '@/lib/platform/env/web-env';

const bytesPerGb = 1_000_000_000;

/**
 * Refuses a new recording if the organization keeps as much as its plan has. A recording that goes on is not ended. A server
 * that does not enforce the limits of plans refuses none.
 * @throws AppError `limit_reached`
 */
export async function requireRecordingInPlan(tx: Transaction, organizationId: string): Promise<void> {
  if (webEnv().PLAN_LIMITS === 'off') return;
  const { plan } = await tx.organization.findUniqueOrThrow({ where: { id: organizationId }, select: { plan: true } });
  const { name, maxRecordedHours, maxRecordedGb } = planOf(planSchema.parse(plan));
  if (maxRecordedHours === null && maxRecordedGb === null) return;
  const [kept] = await tx.$queryRaw<{ hours: number; gigabytes: number }[]>`
    SELECT coalesce(sum(extract(epoch FROM coalesce(ended_at, now()) - started_at)), 0)::float8 / 3600 AS hours,
      coalesce(sum(size_bytes), 0)::float8 / ${bytesPerGb}::float8 AS gigabytes
    FROM recordings WHERE organization_id = ${organizationId}::uuid`;
  const { hours, gigabytes } = kept ?? { hours: 0, gigabytes: 0 };
  const limits = [
    { kept: hours, max: maxRecordedHours, unit: 'hours' },
    { kept: gigabytes, max: maxRecordedGb, unit: 'GB' },
  ];
  const reached = limits.find(({ kept, max }) => max !== null && kept >= max);
  if (!reached) return;
  const { max, unit } = reached;
  throw limitReached(`Your plan, ${name}, keeps ${max} ${unit} of recordings. Delete some, or choose a larger plan.`);
}
