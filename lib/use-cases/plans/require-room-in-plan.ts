import { planSchema } from '@/lib/contracts/organization/plan-schemas';
import { planOf } from '@/lib/contracts/organization/plans';
import { limitReached } from '@/lib/core/limit-reached';
import type { Transaction } from '@/lib/platform/db/db';
import { webEnv } from '@/lib/platform/env/web-env';

/**
 * Refuses one more stream that is on where the organization's plan has no room for it, if this server keeps the limits of
 * plans. Nothing is switched off after a change to a smaller plan: then there is no further one until there is room.
 * @param count how many are on, counted under the caller's lock
 * @throws AppError `limit_reached`, with the sentence in its details as well, because forms show those
 */
export async function requireRoomInPlan(tx: Transaction, organizationId: string, count: number): Promise<void> {
  if (webEnv().PLAN_LIMITS === 'off') return;
  const { plan } = await tx.organization.findUniqueOrThrow({ where: { id: organizationId }, select: { plan: true } });
  const { name, maxStreamsOn } = planOf(planSchema.parse(plan));
  if (maxStreamsOn === null || count < maxStreamsOn) return;
  const sentence = `Your plan, ${name}, has ${maxStreamsOn} cameras on at once: turn one off, or choose a larger plan.`;
  throw limitReached(sentence);
}
