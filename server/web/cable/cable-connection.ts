import { setTimeout as sleep } from 'node:timers/promises';
import type { Actor } from '@/lib/auth/actor';
import { authenticate } from '@/lib/auth/authenticate';
import { AppError } from '@/lib/core/errors';
import { log } from '@/lib/platform/log';
import { findTopic, type Topic } from './channels/find-topic';
import { CommandBudget } from './command-budget';
import type { Audience, Hub } from './hub';
import {
  type Command,
  confirmFrame,
  type DisconnectReason,
  disconnectFrame,
  parseCommand,
  rejectFrame,
  welcomeFrame,
} from './protocol';

const maxSubscriptions = 100;
const maxMalformedInARow = 10;
const maxQueuedCommands = 2_000;
/** Above this a sample is left out: the next one comes in a second. */
const maxPendingForSamplesBytes = 64 * 1024;
const maxPendingBytes = 1024 * 1024;
/** How long a connection that is too slow may take to hear so. */
const lastWordMs = 1_000;
/** A duplicate this long after the confirmation comes from a second subscription object, not from impatience. */
const duplicateAfterMs = 500;
/** After a confirmation that took longer, duplicates are old repetitions still. */
const slowConfirmMs = 5_000;

/** So many pings long, five minutes, a connection may have no subscription. */
const maxIdlePings = 100;

/** What a session needs of its websocket. */
export interface Transport {
  /** Bytes that were sent and not yet taken by the network. */
  readonly bufferedAmount: number;
  send(frame: string | Buffer, options: { binary: false }): void;
  pause(): void;
  resume(): void;
  /** Ends the connection when everything has been sent. */
  close(): void;
  /** Ends the connection now. */
  terminate(): void;
}

interface Subscription {
  audience: Audience;
  confirmedAtMs: number;
  wasSlow: boolean;
}

interface Arrival extends Command {
  atMs: number;
}

const asText = { binary: false } as const;

/** One connection: who it is, what it has subscribed to, and its commands, carried out one after the other. */
export class CableConnection {
  #actor: Actor | null = null;
  #isEnded = false;
  #isBusy = true;
  #subscriptions: Subscription[] = [];
  #arrivals: Arrival[] = [];
  #budget: CommandBudget | null = null;
  #malformedInARow = 0;
  #idlePings = 0;
  /** Its slot in the wheel of pings; the hub's. */
  slot = -1;

  constructor(
    private readonly transport: Transport,
    private readonly hub: Hub,
  ) {}

  get sessionId(): string | undefined {
    return this.#actor?.authSessionId;
  }

  get userId(): string | undefined {
    return this.#actor?.userId;
  }

  get expiresAtMs(): number {
    return this.#actor?.authSessionExpiresAt.getTime() ?? Number.POSITIVE_INFINITY;
  }

  /** Finds out who it is, says welcome, and carries out what has arrived meanwhile. */
  async open(token: string | null): Promise<void> {
    try {
      this.#actor = await authenticate(token);
    } catch (error) {
      const isRefused = error instanceof AppError && error.code === 'unauthorized';
      if (!isRefused) log.error({ err: error }, 'cable: nobody can be authenticated');
      return this.disconnect(isRefused ? 'unauthorized' : 'server_restart');
    }
    if (this.#isEnded) return;
    const refusal = this.hub.add(this);
    if (refusal) return this.disconnect(refusal);
    this.send(welcomeFrame);
    await this.#work();
  }

  /** Takes one message of the client's. */
  receive(text: string): void {
    if (this.#isEnded) return;
    const command = parseCommand(text);
    if (!command) {
      log.debug('cable: a message is no command');
      if (++this.#malformedInARow >= maxMalformedInARow) this.disconnect('invalid_request');
      return;
    }
    this.#malformedInARow = 0;
    // Clients repeat twice a second what is not answered yet; while Postgres is away that would be a long queue.
    const latest = this.#arrivals.findLast(({ identifier }) => identifier === command.identifier);
    if (latest?.command === command.command) return;
    this.#arrivals.push({ ...command, atMs: performance.now() });
    if (this.#arrivals.length > maxQueuedCommands) this.disconnect('invalid_request');
    else if (!this.#isBusy) void this.#work();
  }

  /** Sends a frame, unless the client is so slow that it has to go. */
  send(frame: string | Buffer): void {
    if (this.#isEnded) return;
    if (this.transport.bufferedAmount > maxPendingBytes) {
      this.disconnect('too_slow');
      setTimeout(() => this.transport.terminate(), lastWordMs).unref();
      return;
    }
    this.transport.send(frame, asText);
  }

  /** Sends a frame that is worth nothing later, unless the client is behind. */
  sendSample(frame: Buffer): void {
    if (this.transport.bufferedAmount <= maxPendingForSamplesBytes) this.send(frame);
  }

  /** Sends a ping, unless nobody has wanted anything of this connection for long. */
  ping(frame: Buffer): void {
    this.#idlePings = this.#subscriptions.length > 0 ? 0 : this.#idlePings + 1;
    if (this.#idlePings > maxIdlePings) this.disconnect('idle_timeout');
    else this.send(frame);
  }

  /** Says why, and ends the connection. */
  disconnect(reason: DisconnectReason): void {
    if (this.#isEnded) return;
    this.transport.send(disconnectFrame(reason), asText);
    this.end();
    this.transport.close();
  }

  /** The connection is gone or about to go: nothing is sent or carried out any more. */
  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    for (const { audience } of this.#subscriptions) this.hub.leave(this, audience);
    this.hub.remove(this);
    this.#subscriptions = [];
    this.#arrivals = [];
  }

  async #work(): Promise<void> {
    this.#isBusy = true;
    try {
      for (let next = this.#arrivals.shift(); next && !this.#isEnded; next = this.#arrivals.shift()) {
        await this.#obeyBudget();
        await this.#carryOut(next);
      }
    } catch (error) {
      log.error({ err: error }, 'cable: a command failed');
      this.disconnect('server_restart');
    }
    this.#arrivals = []; // lets go of the room it took
    this.#isBusy = false;
  }

  async #obeyBudget(): Promise<void> {
    const nowMs = performance.now();
    this.#budget ??= new CommandBudget(nowMs);
    const waitMs = this.#budget.spend(nowMs);
    if (waitMs === 0) return;
    this.transport.pause();
    await sleep(waitMs, undefined, { ref: false });
    this.transport.resume();
  }

  async #carryOut({ command, identifier, atMs }: Arrival): Promise<void> {
    if (command === 'subscribe') await this.#subscribe(identifier, atMs);
    else if (command === 'unsubscribe') this.#unsubscribe(identifier);
    else log.debug({ command: command.slice(0, 40) }, 'cable: unknown command');
  }

  async #subscribe(identifier: string, atMs: number): Promise<void> {
    const known = this.#subscriptions.find(({ audience }) => audience.identifier === identifier);
    if (known && (known.wasSlow || atMs - known.confirmedAtMs < duplicateAfterMs)) return;
    const topic = known?.audience.topic ?? this.#findNewTopic(identifier);
    const snapshot = topic && (await this.hub.snapshot(topic, identifier));
    if (this.#isEnded) return;
    if (!topic || !snapshot) return this.#reject(identifier, known);
    const confirmedAtMs = performance.now();
    const wasSlow = confirmedAtMs - atMs >= slowConfirmMs;
    if (known) {
      Object.assign(known, { confirmedAtMs, wasSlow });
    } else {
      this.#subscriptions.push({ audience: this.hub.join(this, topic, identifier), confirmedAtMs, wasSlow });
    }
    this.send(confirmFrame(identifier));
    for (const frame of snapshot) this.send(frame);
  }

  #findNewTopic(identifier: string): Topic | null {
    if (!this.#actor || this.#subscriptions.length >= maxSubscriptions) return null;
    return findTopic(identifier, this.#actor.organizationId);
  }

  #reject(identifier: string, known: Subscription | undefined): void {
    if (known) this.#unsubscribe(identifier);
    this.send(rejectFrame(identifier));
  }

  #unsubscribe(identifier: string): void {
    const index = this.#subscriptions.findIndex(({ audience }) => audience.identifier === identifier);
    const [gone] = index < 0 ? [] : this.#subscriptions.splice(index, 1);
    if (gone) this.hub.leave(this, gone.audience);
  }
}
