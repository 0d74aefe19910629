import { type PlanStateJson, planSchema } from '@/lib/contracts/plan-schemas';
import { planOf } from '@/lib/contracts/plans';
import { openBilling } from '@/lib/platform/billing/open-billing';
import { db } from '@/lib/platform/db/db';
import { webEnv } from '@/lib/platform/env/web-env';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import { countStreamsOn } from './plan-limits';

/** How many cameras of the actor's organization may be on at once, by its plan and the server. */
export const getPlanLimit = defineUseCase({ action: 'reports.view' }, async ({ actor }): Promise<number> => {
  const { plan } = await db().organization.findUniqueOrThrow({ where: { id: actor.organizationId } });
  return maxStreamsOn(planSchema.parse(plan));
});

function maxStreamsOn(slug: PlanStateJson['slug']): number {
  const { PLAN_LIMITS, ORGANIZATION_MAX_STREAMS_ON: serverMax } = webEnv();
  return Math.min((PLAN_LIMITS === 'on' ? planOf(slug).maxStreamsOn : null) ?? serverMax, serverMax);
}

/** The plan of the actor's organization, and what of it is used. */
export const getPlan = defineUseCase({ action: 'plan.read' }, async ({ actor }): Promise<PlanStateJson> => {
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
});
