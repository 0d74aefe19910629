import { constants } from 'node:os';
import type { WorkerPermit, WorkerReport } from '@/lib/contracts/worker-protocol';
import { backoffMs, retry } from '@/lib/core/backoff';
import { pause } from '@/lib/core/pause';
import type { Logger } from '@/lib/platform/log';
import type { Feed } from '../../feed/feed';
import { interruptionFrame, messageFrame, noteFrame, tablesFrame } from '../../feed/feed-frames';
import type { FeedMessage, FeedSubscriber, RandomAccess } from '../../feed/feed-subscriber';
import { firstCall } from '../../srt-listener/first-call';
import { isPortTaken } from '../../srt-listener/srt-fault';
import type { SrtListenerOptions } from '../../srt-listener/srt-listener-url';
import type { Output, OutputState } from '../output';
import { OutputProcess } from '../process/output-process';
import type { InStepReading } from './in-step';

/** Players want the newest data: beyond this limit, what waits for their process is dropped. */
const queue = { policy: 'newest', maxQueuedBytes: 4 * 1024 * 1024 } as const;
/** The process ended itself after a while without players. */
const idleStatus = 128 + constants.signals.SIGTERM;
const restart = { firstMs: 100, capMs: 5_000 };
/** A connection's SRT latency is known by then; later, arrival is the best that is known of a capture. */
const clockKnownMs = 3_000;

export interface SrtOutputOptions {
  workerId: string;
  listener: SrtListenerOptions;
  feed: Pick<Feed, 'subscribe'>;
  log: Logger;
}

/** The process's task. */
export interface SrtOutputTask {
  workerId: string;
  listener: SrtListenerOptions;
}

/**
 * Gives SRT players the camera's own packets from a separate process, because players' packets can block or crash
 * libsrt. Camera and room must not notice. Most streams have no players, so the first datagram at the port starts the
 * process, which ends when idle. Where the event keeps players in step, that process holds and restamps the packets.
 */
export class SrtOutput implements Output, FeedSubscriber {
  readonly #options: SrtOutputOptions;
  readonly #process = new OutputProcess('srt-output.mjs');
  readonly #unsubscribe: () => void;
  readonly #stopping = new AbortController();
  #state: OutputState = 'starting';
  #tables: Buffer = Buffer.alloc(0);
  /** From capture to players; null: at once. */
  #delayMs: number | null = null;
  #marginMs: number | null = null;
  #connectedMs = 0;
  /** Whether this connection's packets have said when they were sent. */
  #knowsSending = false;

  constructor(options: SrtOutputOptions) {
    this.#options = options;
    this.#unsubscribe = options.feed.subscribe('SRT output', this, queue);
  }

  get state(): OutputState {
    return this.#state;
  }

  /** How much earlier than its players' delay the camera is; below 0: later. Null while it is not kept in step. */
  get inStep(): WorkerReport['inStep'] {
    return this.#marginMs === null ? null : { marginMs: this.#marginMs };
  }

  /** Keeps players in step from the next keyframe on, or no longer. */
  follow({ playersDelayMs }: Pick<WorkerPermit, 'playersDelayMs'>): void {
    if (playersDelayMs === this.#delayMs) return;
    this.#delayMs = playersDelayMs;
    this.#marginMs = null;
    this.#process.write(noteFrame(null));
    this.#process.write(interruptionFrame());
  }

  /** Serves players until {@link stop}. @throws WorkerFault when another program has the port */
  async start(): Promise<void> {
    this.#state = 'running';
    const { signal } = this.#stopping;
    for (let failures = 0; !signal.aborted; ) {
      await this.#untilCalled();
      if (signal.aborted) return;
      const isIdle = await this.#serve();
      failures = isIdle ? 0 : failures + 1;
      if (!isIdle) await pause(backoffMs(failures, restart), signal);
    }
  }

  /** Says goodbye to the players. */
  async stop(): Promise<void> {
    this.#unsubscribe();
    this.#stopping.abort();
    await this.#process.end();
    this.#state = 'stopped';
  }

  connected(): void {
    // Waiting players enter at the camera's first keyframe.
    this.#connectedMs = performance.now();
    this.#knowsSending = false;
  }

  message({ bytes, randomAccess }: FeedMessage): void | Promise<void> {
    if (!randomAccess) return this.#process.write(messageFrame(bytes, null));
    this.#tables = randomAccess.tables;
    const reading = this.#delayMs === null ? null : this.#read(randomAccess, this.#delayMs);
    if (reading) this.#marginMs = Math.round(reading.holdMs);
    if (!this.#process.isRunning) return;
    if (reading) this.#process.write(noteFrame(reading));
    // Nobody begins on a wrong clock.
    else if (this.#delayMs !== null) this.#process.write(interruptionFrame());
    this.#process.write(tablesFrame(this.#tables));
    const isEntry = this.#delayMs === null || reading !== null;
    return this.#process.write(messageFrame(bytes, isEntry ? randomAccess.offset : null));
  }

  missed(): void {
    this.#process.write(interruptionFrame());
  }

  /** The camera's next bytes are another stream: players enter it at its first keyframe. */
  lost(): void {
    this.#tables = Buffer.alloc(0);
    this.#marginMs = null;
    this.#process.write(interruptionFrame());
  }

  /** @returns what a keyframe says of the camera's clock; null while that is unknown */
  #read({ pts, captured: { ms, clock, arrivedMs } }: RandomAccess, delayMs: number): InStepReading | null {
    if (clock !== 'arrival') this.#knowsSending = true;
    else if (this.#knowsSending || performance.now() - this.#connectedMs < clockKnownMs) return null;
    return pts === null ? null : { pts, capturedMs: ms, holdMs: delayMs - (arrivedMs - ms) };
  }

  /** Waits for the first player. @throws WorkerFault when another program has the port */
  async #untilCalled(): Promise<void> {
    const { listener, log } = this.#options;
    const { signal } = this.#stopping;
    await retry(() => firstCall(listener, 'players', signal), {
      ...restart,
      signal,
      onFailure(error) {
        if (isPortTaken(error)) throw error;
        log.warn({ err: error }, 'SRT output: no listener');
      },
    });
  }

  /** @returns whether it ended for lack of players */
  async #serve(): Promise<boolean> {
    const { workerId, listener, log } = this.#options;
    log.info('SRT output: started');
    const task: SrtOutputTask = { workerId, listener };
    const ended = this.#process.run(task);
    this.#process.write(tablesFrame(this.#tables));
    const status = await ended;
    const isIdle = status === idleStatus;
    if (!isIdle && !this.#stopping.signal.aborted) log.warn({ status }, 'SRT output: its process has ended');
    return isIdle;
  }
}
