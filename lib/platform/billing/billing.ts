import type { PlanSlug } from '@/lib/contracts/organization/plans';

export interface CheckoutOrder {
  organizationId: string;
  /** Of the owner who pays. */
  email: string;
  /** Of an organization that has paid before. */
  customerId: string | null;
  plan: PlanSlug;
  period: 'month' | 'year';
}

/** A subscription as the provider has it now. */
export interface Subscription {
  id: string;
  customerId: string;
  organizationId: string;
  /** What is paid for; null where it has ended, or was never paid. */
  plan: PlanSlug | null;
}

/** What a notification is about. */
export interface BillingNotification {
  subscriptionId: string;
  organizationId: string;
}

/** The port to whoever takes payments; stripe-billing.ts is the adapter. */
export interface Billing {
  /** @returns the address of the page at which the order is paid @throws AppError `unavailable` */
  openCheckout(order: CheckoutOrder): Promise<string>;
  /** @returns the address of the page at which the customer changes or ends what is paid @throws AppError `unavailable` */
  openPortal(customerId: string): Promise<string>;
  /**
   * @param signature the header by which the provider proves that it has sent the body
   * @returns null for what is not about a subscription of ours
   * @throws AppError `invalid_input` for a signature that does not fit
   */
  readNotification(body: string, signature: string): BillingNotification | null;
  /** @throws AppError `unavailable` */
  readSubscription(id: string): Promise<Subscription>;
}
