import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { type PlanStateJson, planSchema } from '@/lib/contracts/organization/plan-schemas';
import { planOf } from '@/lib/contracts/organization/plans';
import { openBilling } from '@/lib/platform/billing/open-billing';
import { db } from '@/lib/platform/db/db';
import { webEnv } from '@/lib/platform/env/web-env';
import { countStreamsOn } from './count-streams-on';

/** The plan of the actor's organization, and what of it is used. */
export async function getPlan(actor: Actor): Promise<PlanStateJson> {
  authorize(actor, 'plan.read');
  const { organizationId: id } = actor;
  const { plan, chosenPlan, billingSubscriptionId } = await db().organization.findUniqueOrThrow({ where: { id } });
  const { PLAN_LIMITS, ORGANIZATION_MAX_STREAMS_ON: serverMax } = webEnv();
  const slug = planSchema.parse(plan);
  const isLimited = PLAN_LIMITS === 'on';
  const planMax = isLimited ? planOf(slug).maxStreamsOn : null;
  return {
    slug,
    chosen_slug: planSchema.nullable().parse(chosenPlan),
    is_limited: isLimited,
    streams_on: await countStreamsOn(db(), id),
    max_streams_on: Math.min(planMax ?? serverMax, serverMax),
    can_pay: (await openBilling()) !== null,
    is_paying: billingSubscriptionId !== null,
  };
}
