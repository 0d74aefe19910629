import type { PlanSlug } from '@/lib/contracts/plans';

export interface CheckoutOrder {
  organizationId: string;
  /** The paying owner's address. */
  email: string;
  /** The customer, if the organization has paid before. */
  customerId: string | null;
  plan: PlanSlug;
  period: 'month' | 'year';
}

/** The provider's current state of a subscription. */
export interface Subscription {
  id: string;
  customerId: string;
  organizationId: string;
  /** The paid plan; null when it has ended, or was never paid. */
  plan: PlanSlug | null;
}

/** A notification from the provider. */
export interface BillingNotification {
  subscriptionId: string;
  organizationId: string;
}

/** The port to the payment provider; stripe-billing.ts is the adapter. */
export interface Billing {
  /** @returns the address of the page that takes the payment @throws AppError `unavailable` */
  openCheckout(order: CheckoutOrder): Promise<string>;
  /** @returns the address of the page where the customer changes or ends the plan @throws AppError `unavailable` */
  openPortal(customerId: string): Promise<string>;
  /**
   * @param signature the header that proves that the provider sent the body
   * @returns null when it is not about one of our subscriptions
   * @throws AppError `invalid_input` for a wrong signature
   */
  readNotification(body: string, signature: string): BillingNotification | null;
  /** @throws AppError `unavailable` */
  readSubscription(id: string): Promise<Subscription>;
}
