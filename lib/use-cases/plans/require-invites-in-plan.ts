import { planSchema } from '@/lib/contracts/organization/plan-schemas';
import { planOf } from '@/lib/contracts/organization/plans';
import { limitReached } from '@/lib/core/limit-reached';
import type { Transaction } from '@/lib/platform/db/db';
import { webEnv } from '@/lib/platform/env/web-env';

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
