import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { freePlan, type PlanSlug } from '@/lib/contracts/plans';
import { db } from '@/lib/platform/db/db';

/**
 * Chooses a plan for the actor's organization. The free one holds at once, and ends what is chosen; a paid one is
 * remembered until it is paid. Nothing that is on is switched off.
 */
export async function changePlan(actor: Actor, slug: PlanSlug): Promise<void> {
  authorize(actor, 'plan.change');
  const { organizationId: id } = actor;
  if (slug === freePlan) {
    await db().organization.update({ where: { id }, data: { plan: slug, chosenPlan: null } });
    return;
  }
  // Back to the plan that is paid: nothing else is chosen any more.
  const { count } = await db().organization.updateMany({ where: { id, plan: slug }, data: { chosenPlan: null } });
  if (count === 0) await db().organization.update({ where: { id }, data: { chosenPlan: slug } });
}
