import { planSchema } from '@/lib/contracts/plan-schemas';
import { planOf } from '@/lib/contracts/plans';
import { limitReached } from '@/lib/core/limit-reached';
import type { Transaction } from '@/lib/platform/db/db';
import { webEnv } from '@/lib/platform/env/web-env';

/**
 * Refuses one more stream that is on where the organization's plan has no room for it, if this server keeps the limits of
 * plans. Nothing is switched off after a change to a smaller plan: then there is no further one until there is room.
 * @param count how many are on, counted under the caller's lock
 * @throws AppError `limit_reached`, with the sentence in its details as well, because forms show those
 */
export async function requireStreamInPlan(tx: Transaction, organizationId: string, count: number): Promise<void> {
  if (webEnv().PLAN_LIMITS === 'off') return;
  const { plan } = await tx.organization.findUniqueOrThrow({ where: { id: organizationId }, select: { plan: true } });
  const { name, maxStreamsOn } = planOf(planSchema.parse(plan));
  if (maxStreamsOn === null || count < maxStreamsOn) return;
  const sentence = `Your plan, ${name}, has ${maxStreamsOn} cameras on at once: turn one off, or choose a larger plan.`;
  throw limitReached(sentence);
}

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

/**
 * Refuses one more open camera invite of an event if the organization's plan has no room for it. A server that does not
 * enforce the limits of plans refuses none.
 * @param count the event's open invites, counted under the caller's lock
 * @throws AppError `limit_reached`
 */
export async function requireInvitesInPlan(tx: Transaction, organizationId: string, count: number): Promise<void> {
  if (webEnv().PLAN_LIMITS === 'off') return;
  const { plan } = await tx.organization.findUniqueOrThrow({ where: { id: organizationId }, select: { plan: true } });
  const { name, maxCameraInvites: max } = planOf(planSchema.parse(plan));
  if (max === null || count < max) return;
  throw limitReached(
    max === 0
      ? `Your plan, ${name}, has no camera invites. Choose a larger plan to invite phones.`
      : `Your plan, ${name}, has ${max} open camera invites for each event. Revoke one, or choose a larger plan.`,
  );
}

/** How many streams of an organization are on, ready or not. */
export const countStreamsOn = (tx: Pick<Transaction, 'stream'>, organizationId: string): Promise<number> =>
  tx.stream.count({ where: { organizationId, status: { in: ['provisioning', 'active'] } } });
