import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { type PlanStateJson, planSchema } from '@/lib/contracts/organization/plan-schemas';
import { planOf } from '@/lib/contracts/organization/plans';
import { openBilling } from '@/lib/platform/billing/open-billing';
import { db } from '@/lib/platform/db/db';
import { webEnv } from '@/lib/platform/env/web-env';
import { countStreamsOn } from './count-streams-on';

/** How many cameras of the actor's organization may be on at once, by its plan and the server. */
export async function getPlanLimit(actor: Actor): Promise<number> {
  authorize(actor, 'reports.view');
  const { plan } = await db().organization.findUniqueOrThrow({ where: { id: actor.organizationId } });
  return maxStreamsOn(planSchema.parse(plan));
}

function maxStreamsOn(slug: PlanStateJson['slug']): number {
  const { PLAN_LIMITS, ORGANIZATION_MAX_STREAMS_ON: serverMax } = webEnv();
  return Math.min((PLAN_LIMITS === 'on' ? planOf(slug).maxStreamsOn : null) ?? serverMax, serverMax);
}

/** The plan of the actor's organization, and what of it is used. */
export async function getPlan(actor: Actor): Promise<PlanStateJson> {
  authorize(actor, 'plan.read');
  const { organizationId: id } = actor;
  const { plan, chosenPlan, billingSubscriptionId } = await db().organization.findUniqueOrThrow({ where: { id } });
  const slug = planSchema.parse(plan);
  return {
    slug,
    chosen_slug: planSchema.nullable().parse(chosenPlan),
    is_limited: webEnv().PLAN_LIMITS === 'on',
    streams_on: await countStreamsOn(db(), id),
    max_streams_on: maxStreamsOn(slug),
    can_pay: (await openBilling()) !== null,
    is_paying: billingSubscriptionId !== null,
  };
}
