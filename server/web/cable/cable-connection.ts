import { setTimeout as sleep, setImmediate as untilOthersHadTheThread } from 'node:timers/promises';
import { type Actor, credentialOf } from '@/lib/auth/actor';
import { authenticate } from '@/lib/auth/authenticate';
import type { Role } from '@/lib/contracts/permissions';
import { AppError } from '@/lib/core/errors';
import { TokenBucket } from '@/lib/core/token-bucket';
import { Turns } from '@/lib/http/turns';
import { log } from '@/lib/platform/log';
import type { Broadcaster } from './broadcast/broadcaster';
import { findTopic, type Topic } from './broadcast/channels';
import type { Subscriber, SubscriberGroup } from './broadcast/subscribers';
import type { BacklogBudget } from './connections/backlog-budget';
import type { ConnectionRegistry } from './connections/connection-registry';
import type { RegisteredConnection } from './connections/registered-connection';
import {
  type Command,
  confirmFrame,
  type DisconnectReason,
  disconnectFrame,
  parseCommand,
  rejectFrame,
  welcomeFrame,
} from './protocol';

/** Without rests: when servers are replaced, all organizations' clients return at once. */
const turns = new Turns({
  maxRunning: 2,
  maxWaiting: Number.POSITIVE_INFINITY,
  creditMs: Number.POSITIVE_INFINITY,
  refusal: '',
});

/**
 * Answers a subscription in its organization's turn. A snapshot may be long, and hundreds of clients may ask for theirs
 * at once; other requests are answered in between.
 */
const inSubscribeTurn = (organizationId: string, work: () => Promise<void>): Promise<void> =>
  turns.run(organizationId, async () => {
    await untilOthersHadTheThread();
    await work();
  });

/** Commands: a reconnecting client subscribes to everything again. */
const commandBudget = { perSecond: 20, burst: 200 };
const maxSubscriptions = 100;
const maxMalformedInARow = 10;
/** Limit of received commands that still wait; beyond it nothing is read, and the rest waits in the client's system. */
const maxQueuedCharacters = 32 * 1024;
/** Limit of unsent data for samples; beyond it one is left out, because the next follows within a second. */
const maxPendingForSamplesBytes = 64 * 1024;
const maxPendingBytes = 1024 * 1024;
/** How long a slow connection has to receive the reason. */
const closeTimeoutMs = 1_000;
/** A duplicate this long after the confirmation comes from a second subscription object; an earlier one is a retry. */
const duplicateAfterMs = 500;
/** After a confirmation slower than this, duplicates are still retries from before it. */
const slowConfirmMs = 5_000;
/** A connection without subscriptions ends after this many pings, which is five minutes. */
const maxIdlePings = 100;

/** A cable connection's view of its websocket. */
export interface Transport {
  /** Bytes waiting for the network. */
  readonly bufferedAmount: number;
  send(frame: string | Buffer, options: { binary: false }): void;
  pause(): void;
  resume(): void;
  /** Ends the connection once everything is sent. */
  close(): void;
  /** Ends the connection now. */
  terminate(): void;
}

interface Subscription {
  group: SubscriberGroup;
  confirmedAtMs: number;
  wasSlow: boolean;
}

interface Arrival extends Command {
  atMs: number;
  characters: number;
}

const asText = { binary: false } as const;

interface Dependencies {
  transport: Transport;
  registry: Pick<ConnectionRegistry, 'add' | 'remove'>;
  broadcaster: Pick<Broadcaster, 'snapshot' | 'subscribe' | 'unsubscribe'>;
  backlog: Pick<BacklogBudget, 'watch'>;
}

/**
 * One client's connection: its actor, its subscriptions, and its commands, which run strictly in order. It reads its
 * websocket only while there is room for commands, and only once its user is known.
 */
export class CableConnection implements RegisteredConnection, Subscriber {
  readonly #transport: Transport;
  readonly #registry: Dependencies['registry'];
  readonly #broadcaster: Dependencies['broadcaster'];
  readonly #backlog: Dependencies['backlog'];
  readonly openedAtMs = performance.now();
  #actor: Actor | null = null;
  #isEnded = false;
  #isBusy = true;
  #subscriptions: Subscription[] = [];
  #arrivals: Arrival[] = [];
  #queuedCharacters = 0;
  #isQueueFull = false;
  /** Number of reasons not to read from the websocket. */
  #holds = 0;
  #budget: TokenBucket | null = null;
  #malformedInARow = 0;
  #idlePings = 0;
  pingSlot = -1;

  constructor({ transport, registry, broadcaster, backlog }: Dependencies) {
    this.#transport = transport;
    this.#registry = registry;
    this.#broadcaster = broadcaster;
    this.#backlog = backlog;
    this.#hold();
  }

  get authSessionId(): string {
    return this.#actor ? credentialOf(this.#actor).id : '';
  }

  get userId(): string {
    return this.#actor?.userId ?? this.#actor?.apiTokenId ?? '';
  }

  get role(): Role | null {
    return this.#actor?.role ?? null;
  }

  get expiresAtMs(): number {
    const expiresAt = this.#actor && credentialOf(this.#actor).expiresAt;
    return expiresAt?.getTime() ?? Number.POSITIVE_INFINITY;
  }

  get backlogBytes(): number {
    return this.#transport.bufferedAmount;
  }

  /** Authenticates the client, sends the welcome, and begins to read its commands. */
  async open(token: string | null): Promise<void> {
    try {
      this.#actor = await authenticate(token);
    } catch (error) {
      const isRefused = error instanceof AppError && error.code === 'unauthorized';
      if (!isRefused) log.error({ err: error }, 'cable: tokens cannot be checked');
      return this.disconnect(isRefused ? 'unauthorized' : 'server_restart');
    }
    if (this.#isEnded) return;
    const refusal = this.#registry.add(this);
    if (refusal) return this.disconnect(refusal);
    this.send(welcomeFrame);
    this.#release();
    await this.#carryOutAll();
  }

  /** Receives one websocket message of the client. */
  receive(text: string): void {
    if (this.#isEnded) return;
    const command = parseCommand(text);
    if (!command) {
      log.debug('cable: a message is no command');
      if (++this.#malformedInARow >= maxMalformedInARow) this.disconnect('invalid_request');
      return;
    }
    this.#malformedInARow = 0;
    // Clients repeat an unanswered command twice a second; while the database is away the queue would grow.
    const latest = this.#arrivals.findLast(({ identifier }) => identifier === command.identifier);
    if (latest?.command === command.command) return;
    this.#arrivals.push({ ...command, atMs: performance.now(), characters: text.length });
    this.#countQueued(text.length);
    if (!this.#isBusy) void this.#carryOutAll();
  }

  /** Sends a frame, or disconnects a client that is too slow. */
  send(frame: string | Buffer): void {
    if (this.#isEnded) return;
    if (this.#transport.bufferedAmount > maxPendingBytes) {
      this.disconnect('too_slow');
      return;
    }
    this.#transport.send(frame, asText);
    if (this.#transport.bufferedAmount > maxPendingForSamplesBytes) this.#backlog.watch(this);
  }

  /** Sends a frame that is worthless later, unless the client has fallen behind. */
  sendSample(frame: Buffer): void {
    if (this.#transport.bufferedAmount <= maxPendingForSamplesBytes) this.send(frame);
  }

  /** Sends a ping, or disconnects a client that has had no subscription for too long. */
  ping(frame: Buffer): void {
    this.#idlePings = this.#subscriptions.length > 0 ? 0 : this.#idlePings + 1;
    if (this.#idlePings > maxIdlePings) this.disconnect('idle_timeout');
    else this.send(frame);
  }

  /** Sends the reason, and ends the connection. */
  disconnect(reason: DisconnectReason): void {
    if (this.#isEnded) return;
    this.#transport.send(disconnectFrame(reason), asText);
    this.end();
    // The client's answer to the close must be read, too.
    this.#transport.resume();
    this.#transport.close();
    if (reason === 'too_slow') setTimeout(() => this.#transport.terminate(), closeTimeoutMs).unref();
  }

  /** Releases the connection's resources: it sends and runs nothing more. */
  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    for (const { group } of this.#subscriptions) this.#broadcaster.unsubscribe(this, group);
    this.#registry.remove(this);
    this.#subscriptions = [];
    this.#arrivals = [];
  }

  async #carryOutAll(): Promise<void> {
    this.#isBusy = true;
    try {
      for (let next = this.#arrivals.shift(); next && !this.#isEnded; next = this.#arrivals.shift()) {
        this.#countQueued(-next.characters);
        await this.#waitForBudget();
        await this.#carryOut(next);
      }
    } catch (error) {
      log.error({ err: error }, 'cable: a command failed');
      this.disconnect('server_restart');
    }
    this.#arrivals = []; // frees the memory that the queue has grown to
    this.#isBusy = false;
  }

  async #waitForBudget(): Promise<void> {
    const nowMs = performance.now();
    this.#budget ??= new TokenBucket(commandBudget, nowMs);
    const waitMs = this.#budget.spend(nowMs);
    if (waitMs === 0) return;
    this.#hold();
    await sleep(waitMs, undefined, { ref: false });
    this.#release();
  }

  /** Stops reading while too much waits to run. */
  #countQueued(characters: number): void {
    this.#queuedCharacters += characters;
    const isFull = this.#queuedCharacters > maxQueuedCharacters;
    if (isFull === this.#isQueueFull) return;
    this.#isQueueFull = isFull;
    if (isFull) this.#hold();
    else this.#release();
  }

  #hold(): void {
    if (this.#holds++ === 0) this.#transport.pause();
  }

  #release(): void {
    if (--this.#holds === 0) this.#transport.resume();
  }

  async #carryOut({ command, identifier, atMs }: Arrival): Promise<void> {
    if (command === 'subscribe') {
      await inSubscribeTurn(this.#actor?.organizationId ?? '', async () => {
        if (!this.#isEnded) await this.#subscribe(identifier, atMs);
      });
    } else if (command === 'unsubscribe') this.#unsubscribe(identifier);
    else log.debug({ command: command.slice(0, 40) }, 'cable: unknown command');
  }

  async #subscribe(identifier: string, atMs: number): Promise<void> {
    const known = this.#subscriptions.find(({ group }) => group.identifier === identifier);
    if (known && (known.wasSlow || atMs - known.confirmedAtMs < duplicateAfterMs)) return;
    const topic = known?.group.topic ?? this.#findNewTopic(identifier);
    const snapshot = topic && (await this.#broadcaster.snapshot(topic, identifier));
    if (this.#isEnded) return;
    if (!topic || !snapshot) return this.#reject(identifier, known);
    const confirmedAtMs = performance.now();
    const wasSlow = confirmedAtMs - atMs >= slowConfirmMs;
    if (known) {
      Object.assign(known, { confirmedAtMs, wasSlow });
    } else {
      this.#subscriptions.push({ group: this.#broadcaster.subscribe(this, topic, identifier), confirmedAtMs, wasSlow });
    }
    this.send(confirmFrame(identifier));
    for (const frame of snapshot) this.send(frame);
  }

  #findNewTopic(identifier: string): Topic | null {
    if (!this.#actor || this.#subscriptions.length >= maxSubscriptions) return null;
    return findTopic(identifier, this.#actor);
  }

  #reject(identifier: string, known: Subscription | undefined): void {
    if (known) this.#unsubscribe(identifier);
    this.send(rejectFrame(identifier));
  }

  #unsubscribe(identifier: string): void {
    const index = this.#subscriptions.findIndex(({ group }) => group.identifier === identifier);
    const [subscription] = index < 0 ? [] : this.#subscriptions.splice(index, 1);
    if (subscription) this.#broadcaster.unsubscribe(this, subscription.group);
  }
}
