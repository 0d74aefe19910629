import { backoffMs } from '@/lib/core/backoff';
import { Store } from '../store';

export interface CableSubscriber {
  /** One message of the channel, in the order they were sent. */
  onMessage(message: unknown): void;
  /** The server has confirmed the subscription, initially or after a reconnect, before which messages were missed. */
  onConfirm?(): void;
}

export interface CableOptions {
  url: string;
  token: string;
  /** The server no longer accepts the token. */
  onUnauthorized(): void;
  /** The user has another role now. */
  onRoleChanged(): void;
}

interface Subscription {
  subscribers: Set<CableSubscriber>;
  isConfirmed: boolean;
}

interface Frame {
  type?: string;
  identifier?: string;
  message?: unknown;
  reason?: string;
  reconnect?: boolean;
}

/** Subprotocols that ActionCable clients offer. */
const protocols = ['actioncable-v1-json', 'actioncable-unsupported'] as const;
/** Spec, section 7. */
const retry = { firstMs: 1_000, capMs: 5_000 };
/** The server pings every 3 s: after this, two pings are missing. Also limits the handshake. */
const silenceMs = 7_000;
const refusals: readonly (string | undefined)[] = ['unauthorized', 'token_expired', 'remote'];

/**
 * One connection to /cable by the ActionCable protocol, shared by all subscribers. When it breaks, falls silent or the
 * server restarts, it reconnects and subscribes to everything again, until it is stopped or the server forbids it.
 * Why it is not a library: docs/decisions/0011.
 */
export class CableConsumer {
  readonly #options: CableOptions;
  readonly #subscriptions = new Map<string, Subscription>();
  readonly #isConnected = new Store(false);
  #socket: WebSocket | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #attempt = 0;
  #heardAtMs = performance.now();

  constructor(options: CableOptions) {
    this.#options = options;
  }

  /** True from the server's welcome until the connection breaks. */
  get isConnected(): boolean {
    return this.#isConnected.get();
  }

  /** For those who follow `isConnected`. */
  get connection(): Pick<Store<boolean>, 'get' | 'subscribe'> {
    return this.#isConnected;
  }

  /** When the server last sent a frame or closed the connection, by `performance.now()`. */
  get heardAtMs(): number {
    return this.#heardAtMs;
  }

  /** Connects, and stays connected. @returns a function that disconnects for good */
  start(): () => void {
    const reconnectNow = () => {
      if (!this.#socket) this.#open();
    };
    // Once the network is back there is no reason to wait for the next attempt. Only a page is told of it.
    globalThis.window?.addEventListener('online', reconnectNow);
    this.#open();
    return () => {
      globalThis.window?.removeEventListener('online', reconnectNow);
      this.#close();
    };
  }

  /**
   * Subscribes to a channel; all subscribers of the same channel and parameters share one subscription.
   * @param params `channel` and its parameters, always in the same order
   * @returns a function that unsubscribes
   */
  subscribe(params: Record<string, string>, subscriber: CableSubscriber): () => void {
    const identifier = JSON.stringify(params);
    const known = this.#subscriptions.get(identifier);
    const subscription = known ?? { subscribers: new Set(), isConfirmed: false };
    subscription.subscribers.add(subscriber);
    if (known?.isConfirmed) subscriber.onConfirm?.();
    if (!known) {
      this.#subscriptions.set(identifier, subscription);
      this.#send('subscribe', identifier);
    }
    return () => {
      if (!subscription.subscribers.delete(subscriber) || subscription.subscribers.size > 0) return;
      this.#subscriptions.delete(identifier);
      this.#send('unsubscribe', identifier);
    };
  }

  #open(): void {
    clearTimeout(this.#timer);
    const { url, token } = this.#options;
    // A browser cannot set headers; a subprotocol keeps the token out of URLs and logs.
    const socket = new WebSocket(url, [...protocols, `sightline-token.${base64url(token)}`]);
    this.#socket = socket;
    socket.onmessage = ({ data }) => this.#onFrame(JSON.parse(String(data)) as Frame);
    socket.onclose = () => {
      if (this.isConnected) this.#heardAtMs = performance.now();
      this.#reconnectLater();
    };
    this.#restartSilenceTimer();
  }

  #close(): void {
    clearTimeout(this.#timer);
    const socket = this.#socket;
    this.#socket = null;
    if (socket) {
      socket.onmessage = null;
      socket.onclose = null;
      socket.close();
    }
    for (const subscription of this.#subscriptions.values()) subscription.isConfirmed = false;
    this.#isConnected.set(false);
  }

  #reconnectLater(): void {
    this.#close();
    this.#timer = setTimeout(() => this.#open(), backoffMs(this.#attempt++, retry));
  }

  #restartSilenceTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#reconnectLater(), silenceMs);
  }

  #onFrame({ type, identifier, message, reason, reconnect }: Frame): void {
    this.#heardAtMs = performance.now();
    this.#restartSilenceTimer();
    if (type === 'welcome') {
      this.#attempt = 0;
      this.#isConnected.set(true);
      for (const subscribed of this.#subscriptions.keys()) this.#send('subscribe', subscribed);
    } else if (type === 'disconnect' && reconnect === false) {
      this.#close();
      if (refusals.includes(reason)) this.#options.onUnauthorized();
    } else if (type === 'disconnect') {
      if (reason === 'role_changed') this.#options.onRoleChanged();
      this.#reconnectLater();
    } else if (identifier !== undefined) {
      this.#onChannelFrame(identifier, type, message);
    }
  }

  #onChannelFrame(identifier: string, type: string | undefined, message: unknown): void {
    const subscription = this.#subscriptions.get(identifier);
    if (!subscription) return;
    if (type === 'confirm_subscription') {
      subscription.isConfirmed = true;
      for (const subscriber of subscription.subscribers) subscriber.onConfirm?.();
    } else if (type === undefined) {
      for (const subscriber of subscription.subscribers) subscriber.onMessage(message);
    }
  }

  #send(command: 'subscribe' | 'unsubscribe', identifier: string): void {
    if (this.isConnected) this.#socket?.send(JSON.stringify({ command, identifier }));
  }
}

const base64url = (text: string): string => btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
