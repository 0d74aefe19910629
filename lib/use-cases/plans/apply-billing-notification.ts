import { freePlan } from '@/lib/contracts/plans';
import { requireBilling } from '@/lib/platform/billing/open-billing';
import { db } from '@/lib/platform/db/db';
import { lockOrganization } from '@/lib/platform/db/lock-organization';
import { definePublic } from '@/lib/use-cases/definers/define-open';

/**
 * Gives an organization the plan that it pays for. A notification says only that something has changed: what holds is
 * asked for, under a lock. So notifications may come twice, late, and in any order.
 * @throws AppError `invalid_input` for one that the provider has not signed, `unavailable` so that it sends it again
 */
export const applyBillingNotification = definePublic(
  'the payment provider signs it',
  async (body: string, signature: string): Promise<void> => {
    const billing = await requireBilling();
    const notification = billing.readNotification(body, signature);
    if (!notification) return;
    const { organizationId: id, subscriptionId } = notification;
    await db().$transaction(async (tx) => {
      await lockOrganization(tx, id);
      const organization = await tx.organization.findUnique({ where: { id } });
      if (!organization) return;
      const { organizationId, plan, customerId } = await billing.readSubscription(subscriptionId);
      if (organizationId !== id) return;
      if (plan !== null) {
        const paid = { plan, billingCustomerId: customerId, billingSubscriptionId: subscriptionId, chosenPlan: null };
        await tx.organization.update({ where: { id }, data: paid });
      } else if (organization.billingSubscriptionId === subscriptionId) {
        await tx.organization.update({ where: { id }, data: { plan: freePlan, billingSubscriptionId: null } });
      }
    });
  },
);
