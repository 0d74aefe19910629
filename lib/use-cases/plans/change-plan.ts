import type { ChangePlanInput } from '@/lib/contracts/plan-schemas';
import { freePlan, planOf } from '@/lib/contracts/plans';
import { openBilling } from '@/lib/platform/billing/open-billing';
import { db } from '@/lib/platform/db/db';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';

/**
 * Chooses a plan for the actor's organization. The free plan applies at once; a paid one waits for payment.
 * Organizations that already pay change their plan at the payment provider. Cameras that are on stay on.
 * @returns the address of the provider's page to go on at; null where there is nothing to pay, or nobody to pay to
 * @throws AppError `unavailable` where the provider does not answer
 */
export const changePlan = defineUseCase(
  { action: 'plan.change', audit: 'plan.change' },
  async ({ actor, record }, { slug, period }: ChangePlanInput['plan']): Promise<string | null> => {
    const { organizationId: id } = actor;
    const organization = await db().organization.findUniqueOrThrow({ where: { id } });
    const { billingCustomerId: customerId, billingSubscriptionId } = organization;
    const { name } = planOf(slug);
    const billing = await openBilling();
    if (billing && customerId !== null && billingSubscriptionId !== null) return billing.openPortal(customerId);
    if (slug === freePlan || slug === organization.plan) {
      await db().$transaction(async (tx) => {
        await tx.organization.updateMany({
          where: { id, billingSubscriptionId: null },
          data: { plan: slug, chosenPlan: null },
        });
        await record(tx, { id, name });
      });
      return null;
    }
    await db().$transaction(async (tx) => {
      await tx.organization.update({ where: { id }, data: { chosenPlan: slug } });
      await record(tx, { id, name });
    });
    if (!billing) return null;
    const { email } = await db().user.findUniqueOrThrow({ where: { id: actor.userId }, select: { email: true } });
    return billing.openCheckout({ organizationId: id, email, customerId, plan: slug, period });
  },
);
