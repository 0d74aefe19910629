import { webEnv } from '@/lib/platform/env/web-env';
import { log } from '@/lib/platform/log';
import { Loop } from '@/lib/platform/process/loop';
import { encryptPush, vapidAuthorization } from '@/lib/platform/push/web-push';
import { postWebhook } from '@/lib/platform/webhooks/post-webhook';
import { readPushKeys } from '@/lib/use-cases/push/push-keys';
import {
  type ClaimedPush,
  claimPushes,
  dropPush,
  maxPushAgeMs,
  payloadOfPush,
  recordPush,
} from '@/lib/use-cases/push/push-outbox';

/** Interval of reading the outbox: an alarm is at the push service within two seconds. */
const pollMs = 500;
/** The same while nobody has a device. */
const idlePollMs = 1_500;
const timeoutMs = 10_000;

/** Pushes alarms to devices from the outbox, in each web process; processes share the work. */
export class PushSender {
  /** Only tests have a push service in this network. */
  readonly #allowPrivate: boolean;
  readonly #giveUp = new AbortController();
  readonly #sending = new Set<Promise<void>>();
  #hasDevices = false;
  readonly #loop = new Loop({
    name: 'push outbox',
    work: () => this.#claim(),
    intervalMs: () => (this.#hasDevices ? pollMs : idlePollMs),
    retry: { firstMs: 1_000, capMs: 30_000 },
  });

  constructor({ allowPrivate = false }: { allowPrivate?: boolean } = {}) {
    this.#allowPrivate = allowPrivate;
  }

  start(): void {
    this.#loop.start();
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
    this.#giveUp.abort();
    await Promise.all(this.#sending);
  }

  async #claim(): Promise<void> {
    const claimed = await claimPushes();
    this.#hasDevices = claimed !== null;
    for (const message of claimed ?? []) {
      // Its lease ends where this fails, and it is repeated.
      const sent = this.#push(message).catch((error: unknown) =>
        log.warn({ err: error, subscriptionId: message.subscriptionId }, 'push: not sent; will retry'),
      );
      this.#sending.add(sent);
      void sent.then(() => this.#sending.delete(sent));
    }
  }

  async #push(message: ClaimedPush): Promise<void> {
    const payload = await payloadOfPush(message);
    if (!payload) return dropPush(message.id);
    const body = encryptPush(JSON.stringify(payload), message);
    const { PUBLIC_URL: url } = webEnv();
    const subject = url?.startsWith('https:') ? url : 'mailto:push@localhost';
    const answer = await postWebhook(message.endpoint, {
      headers: {
        authorization: vapidAuthorization(message.endpoint, await readPushKeys(), subject),
        'content-encoding': 'aes128gcm',
        'content-length': String(body.byteLength),
        'content-type': 'application/octet-stream',
        ttl: String(maxPushAgeMs / 1_000),
        urgency: 'high',
      },
      body,
      allowPrivate: this.#allowPrivate,
      signal: this.#giveUp.signal,
      timeoutMs,
    });
    const { organizationId, subscriptionId, attempts } = message;
    const { status, error, durationMs } = answer;
    // The endpoint is the device's secret, so the log has none.
    log.debug({ organizationId, subscriptionId, attempts, status, error, durationMs }, 'push: sent');
    await recordPush(message, answer);
  }
}
