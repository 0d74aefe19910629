import { Webhook } from 'standardwebhooks';
import { formNamed } from '@/lib/contracts/organization/webhook-forms';
import { log } from '@/lib/platform/log';
import { Loop } from '@/lib/platform/process/loop';
import { postWebhook } from '@/lib/platform/webhooks/post-webhook';
import { type ClaimedDelivery, claimDeliveries } from '@/lib/use-cases/webhooks/delivery/claim-deliveries';
import { messageOf } from '@/lib/use-cases/webhooks/delivery/message';
import { messageIdOf, payloadOf } from '@/lib/use-cases/webhooks/delivery/payload';
import { recordAttempt } from '@/lib/use-cases/webhooks/delivery/record-attempt';
import { textRequest } from '@/lib/use-cases/webhooks/delivery/text-request';

/** Interval of reading the outbox while nothing is being sent. */
const pollMs = 1_000;
/** Maximum requests at once. One endpoint has at most eight, so slow ones leave room for the others. */
const maxInFlight = 128;
/** How long requests in flight may take to finish when this process ends. */
const drainMs = 1_500;

/**
 * Sends webhooks from the outbox, in each web process. Processes share the work by claiming deliveries row by row; when
 * a dead one's lease ends, another sends what it had claimed. An endpoint gets each event at least once.
 */
export class WebhookSender {
  readonly #allowPrivate: boolean;
  readonly #loop = new Loop({
    name: 'webhook outbox',
    work: () => this.#claim(),
    intervalMs: pollMs,
    retry: { firstMs: 1_000, capMs: 30_000 },
  });
  readonly #giveUp = new AbortController();
  readonly #busyEndpoints = new Map<string, Promise<void>>();
  #inFlight = 0;

  constructor({ allowPrivate }: { allowPrivate: boolean }) {
    this.#allowPrivate = allowPrivate;
  }

  start(): void {
    this.#loop.start();
  }

  /** Stops claiming, and gives requests in flight a moment to finish. */
  async stop(): Promise<void> {
    await this.#loop.stop();
    const timer = setTimeout(() => this.#giveUp.abort(), drainMs);
    await Promise.all(this.#busyEndpoints.values());
    clearTimeout(timer);
  }

  async #claim(): Promise<void> {
    const limit = maxInFlight - this.#inFlight;
    if (limit === 0) return;
    const claimed = await claimDeliveries({ limit, busyEndpointIds: [...this.#busyEndpoints.keys()] });
    this.#inFlight += claimed.length;
    for (const endpointId of new Set(claimed.map((delivery) => delivery.endpointId))) {
      const deliveries = claimed.filter((delivery) => delivery.endpointId === endpointId);
      const sent = Promise.all(deliveries.map((delivery) => this.#deliver(delivery))).then(() => {
        this.#inFlight -= deliveries.length;
        this.#busyEndpoints.delete(endpointId);
        this.#loop.wake();
      });
      this.#busyEndpoints.set(endpointId, sent);
    }
  }

  /** Never rejects: when an attempt cannot be recorded, its lease ends and it is repeated. */
  async #deliver(delivery: ClaimedDelivery): Promise<void> {
    const { url, headers, body } = requestOf(delivery);
    const answer = await postWebhook(url, {
      headers,
      body,
      allowPrivate: this.#allowPrivate,
      signal: this.#giveUp.signal,
    });
    const { id: deliveryId, organizationId, endpointId, attempts } = delivery;
    const { status, error, durationMs } = answer;
    log.debug({ deliveryId, organizationId, endpointId, attempts, status, error, durationMs }, 'webhook: sent');
    await recordAttempt(delivery, answer).catch((cause: unknown) =>
      log.warn({ err: cause, deliveryId, organizationId }, 'webhook: an attempt could not be recorded'),
    );
  }
}

/** The event, signed, or its text as the webhook's service shows it. No service checks a signature. */
function requestOf(delivery: ClaimedDelivery): { url: string; headers: Record<string, string>; body: string } {
  const payload = payloadOf(delivery);
  const form = formNamed(delivery.form);
  if (form === 'json') {
    const signed = JSON.stringify(payload);
    return {
      url: delivery.url,
      headers: Object.assign(signedHeaders(delivery, signed), headersOf(signed)),
      body: signed,
    };
  }
  const { url, body: message } = textRequest(form, delivery.url, messageOf(payload));
  const body = JSON.stringify(message);
  return { url, headers: headersOf(body), body };
}

const headersOf = (body: string): Record<string, string> => ({
  'content-type': 'application/json',
  'content-length': String(Buffer.byteLength(body)),
  'user-agent': 'Sightline-Webhooks/1',
});

/** https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
function signedHeaders(delivery: ClaimedDelivery, body: string): Record<string, string> {
  const id = messageIdOf(delivery);
  const now = new Date();
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': delivery.secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(' '),
  };
}
