import type Stripe from 'stripe';
import { type PlanSlug, plans } from '@/lib/contracts/organization/plans';
import { AppError } from '@/lib/core/errors';
import { log } from '../log';
import type { Billing, Subscription } from './billing';

interface StripeSettings {
  secretKey: string;
  /** Of the endpoint that Stripe notifies. */
  webhookSecret: string;
  /** Where Stripe's API is. */
  apiUrl: URL;
  /** Where Stripe's pages send the browser back to, paid or not. */
  returnUrl: string;
}

/** Less than a transaction of ours may take. */
const timeoutMs = 5_000;

/** A subscription in one of these states is paid for, or within the time that Stripe gives to pay. */
const paidStates = ['active', 'trialing', 'past_due'];

/** Prices are found by their lookup key, so that no setting names their ids: `starter_month`, `small-event_year` … */
const lookupKey = (plan: PlanSlug, period: string): string => `${plan}_${period}`;
const planOfKey = (key: string | null): PlanSlug | null =>
  plans.find(({ slug }) => key?.replace(/_(month|year)$/, '') === slug)?.slug ?? null;

/** Payments by Stripe: its own pages take the money, its notifications say what is paid. */
export class StripeBilling implements Billing {
  readonly #stripe: Stripe;
  readonly #webhookSecret: string;
  readonly #returnUrl: string;

  private constructor(stripe: Stripe, { webhookSecret, returnUrl }: StripeSettings) {
    this.#stripe = stripe;
    this.#webhookSecret = webhookSecret;
    this.#returnUrl = returnUrl;
  }

  static async open(settings: StripeSettings): Promise<StripeBilling> {
    const { secretKey, apiUrl } = settings;
    // Loaded where it is used alone: few servers take payments, and Stripe's client is 9 MB. An `import` at the top, even of a
    // module that is loaded later, would be at the top of the bundle.
    const { default: Stripe } = await import('stripe');
    const stripe = new Stripe(secretKey, {
      protocol: apiUrl.protocol === 'http:' ? 'http' : 'https',
      host: apiUrl.hostname,
      port: apiUrl.port || (apiUrl.protocol === 'http:' ? 80 : 443),
      timeout: timeoutMs,
      maxNetworkRetries: 0,
      telemetry: false,
    });
    return new StripeBilling(stripe, settings);
  }

  openCheckout: Billing['openCheckout'] = ({ organizationId, email, customerId, plan, period }) =>
    answered(async () => {
      const prices = await this.#stripe.prices.list({ lookup_keys: [lookupKey(plan, period)], active: true });
      const [price] = prices.data;
      if (!price) throw new Error(`Stripe has no active price with the lookup key ${lookupKey(plan, period)}`);
      const { url } = await this.#stripe.checkout.sessions.create({
        mode: 'subscription',
        line_items: [{ price: price.id, quantity: 1 }],
        success_url: this.#returnUrl,
        cancel_url: this.#returnUrl,
        client_reference_id: organizationId,
        ...(customerId ? { customer: customerId } : { customer_email: email }),
        subscription_data: { metadata: { organization_id: organizationId } },
      });
      if (!url) throw new Error('Stripe has made a checkout session without an address');
      return url;
    });

  openPortal: Billing['openPortal'] = (customerId) =>
    answered(async () => {
      const session = await this.#stripe.billingPortal.sessions.create({
        customer: customerId,
        return_url: this.#returnUrl,
      });
      return session.url;
    });

  readNotification: Billing['readNotification'] = (body, signature) => {
    const event = this.#verified(body, signature);
    if (!event.type.startsWith('customer.subscription.')) return null;
    const { id, metadata } = event.data.object as Stripe.Subscription;
    const { organization_id: organizationId } = metadata;
    return organizationId ? { subscriptionId: id, organizationId } : null;
  };

  readSubscription: Billing['readSubscription'] = (id) =>
    answered(async (): Promise<Subscription> => {
      const { status, customer, metadata, items } = await this.#stripe.subscriptions.retrieve(id);
      const key = items.data[0]?.price.lookup_key ?? null;
      const isPaid = paidStates.includes(status);
      // Whoever pays does not lose the plan because somebody has renamed a price.
      if (isPaid && !planOfKey(key)) throw new Error(`The price of subscription ${id} has the lookup key ${key}`);
      return {
        id,
        customerId: typeof customer === 'string' ? customer : customer.id,
        organizationId: metadata.organization_id ?? '',
        plan: isPaid ? planOfKey(key) : null,
      };
    });

  #verified(body: string, signature: string): Stripe.Event {
    try {
      return this.#stripe.webhooks.constructEvent(body, signature, this.#webhookSecret);
    } catch (cause) {
      throw new AppError('invalid_input', 'The signature of this notification does not fit.', { cause });
    }
  }
}

async function answered<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (cause) {
    log.error({ err: cause }, 'billing: Stripe does not do what is asked');
    throw new AppError('unavailable', 'Payments are not possible at the moment. Please try again later.', { cause });
  }
}
