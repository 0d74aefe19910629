import type Stripe from 'stripe';
import { type PlanSlug, plans } from '@/lib/contracts/plans';
import { AppError } from '@/lib/core/errors';
import { log } from '../log';
import type { Billing, Subscription } from './billing';

interface StripeSettings {
  secretKey: string;
  /** Secret of the endpoint that Stripe notifies. */
  webhookSecret: string;
  /** Address of Stripe's API. */
  apiUrl: URL;
  /** Where Stripe's pages return the browser to, paid or not. */
  returnUrl: string;
}

/** Shorter than the limit of our transactions. */
const timeoutMs = 5_000;

/** A subscription in one of these states is paid, or within Stripe's time to pay. */
const paidStates = ['active', 'trialing', 'past_due'];

/** The lookup key of a price, so that no setting names price ids: `starter_month`, `small-event_year` … */
const lookupKey = (plan: PlanSlug, period: string): string => `${plan}_${period}`;
const planOfKey = (key: string | null): PlanSlug | null =>
  plans.find(({ slug }) => key?.replace(/_(month|year)$/, '') === slug)?.slug ?? null;

/** Takes payments by Stripe: its own pages take the money, its notifications report it. */
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
    // Loaded on use: few servers take payments, and Stripe's client is 9 MB. Bundling would hoist an `import` statement
    // to the top, even from a module that loads later.
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
      // A paying customer does not lose the plan because somebody renamed a price.
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
    throw new AppError('unavailable', 'Payments are not possible at the moment. Try again later.', { cause });
  }
}
