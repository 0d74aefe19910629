import { destinationKinds } from '@/lib/contracts/destination-kinds';
import type { DestinationReport, DestinationTask } from '@/lib/contracts/destination-tasks';
import { backoffMs } from '@/lib/core/backoff';
import { pause } from '@/lib/core/pause';
import type { HostRights } from '@/lib/core/pull-networks';
import { DestinationFault } from './destination-fault';
import type { FlvFormat } from './flv-muxer';
import type { FlvTag } from './flv-tags';
import type { Push } from './push';
import { type Gop, RtmpPush } from './rtmp-push';
import type { SrtPush } from './srt-push';
import type { WhipPicture } from './whip-media';
import type { WhipPush } from './whip-push';

/** A server that was away is called again within five seconds of its return. */
const retry = { firstMs: 500, capMs: 4_000 };
const watchIntervalMs = 1_000;
/** The bitrate is a mean of about as many intervals. */
const smoothing = 3;
/** A server that takes nothing of what waits is dead, though its connection stands. */
const stalledAfterMs = 30_000;
/** A server that ends a stream sooner, and has never had one longer, does not want it. */
const provenAfterMs = 5_000;
const provenBytes = 4_096;
/** Without a frame, a camera counts as gone. */
const noPictureAfterMs = 3_000;

/** Causes that no other attempt changes, where the server has never taken the stream. */
const verdicts = new Set<string>(['refused', 'unauthorized', 'not_found', 'closed', 'not_rtmp', 'certificate']);

export interface DestinationOptions {
  rights: HostRights;
  /** Null before the first keyframe. */
  readGop(): Gop | null;
  /** Why no stream of a protocol can be made of the camera; null where one can. */
  readUnsupported(protocol: Protocol): Unsupported | null;
  /** Whether the slate goes out in the camera's place. */
  isSlateShown(): boolean;
  /** The media clock's time of a moment. */
  ticksAt(wallMs: number): number;
}

export type Protocol = (typeof destinationKinds)[DestinationTask['kind']]['protocol'];
export type Unsupported = Pick<DestinationReport, 'detail'> & { cause: 'unsupported_video' | 'unsupported_picture' };

type State = Pick<DestinationReport, 'state' | 'cause' | 'detail'>;

/** Sends a camera to one place: connects, and connects again. */
export class Destination {
  readonly task: DestinationTask;
  readonly #options: DestinationOptions;
  readonly #protocol: Protocol;
  readonly #stopping = new AbortController();
  #state: State = { state: 'waiting', cause: 'no_picture', detail: null };
  #stateSinceMs = performance.now();
  #push: RtmpPush | SrtPush | WhipPush | null = null;
  #pictureMs = Number.NEGATIVE_INFINITY;
  #pictureCame = new AbortController();
  #bitrateKbps = 0;
  #earlierDropped = 0;
  #earlierBytes = 0;
  #connections = 0;
  #isProven: boolean;

  constructor(task: DestinationTask, options: DestinationOptions) {
    this.task = task;
    this.#options = options;
    this.#protocol = destinationKinds[task.kind].protocol;
    this.#isProven = task.isProven;
  }

  get report(): DestinationReport {
    const { id, revision } = this.task;
    return {
      id,
      revision,
      ...this.#state,
      stateMs: performance.now() - this.#stateSinceMs,
      bitrateKbps: this.#push ? Math.round(this.#bitrateKbps) : 0,
      behindMs: Math.round(this.#push?.behindMs ?? 0),
      droppedFrames: this.#earlierDropped + (this.#push?.droppedFrames ?? 0),
      sentBytes: this.#earlierBytes + (this.#push?.sentBytes ?? 0),
      reconnects: Math.max(0, this.#connections - 1),
      isProven: this.#isProven,
    };
  }

  /** Sends until {@link close}, or until the server refuses. */
  async run(): Promise<void> {
    const { signal } = this.#stopping;
    for (let failures = 0; !signal.aborted; ) {
      await this.#untilPicture();
      if (signal.aborted) return;
      this.#enter(failures === 0 ? { state: 'connecting', cause: null, detail: null } : this.#state);
      const startedMs = performance.now();
      const fault = await this.#connect().catch(toFault);
      if (signal.aborted) return;
      const { code: cause } = fault;
      const detail = fault.detailWithout([this.task.key, this.task.passphrase]);
      const isOver = cause === 'not_allowed' || (!this.#isProven && verdicts.has(cause));
      this.#enter({ state: isOver ? 'refused' : 'retrying', cause, detail });
      if (isOver) return;
      failures = performance.now() - startedMs > stalledAfterMs ? 1 : failures + 1;
      await pause(backoffMs(failures - 1, retry), signal);
    }
  }

  addTag(tag: FlvTag, entry: FlvFormat | null): void {
    if (this.#protocol !== 'rtmp') return;
    if (tag.kind === 'video') this.#seePicture(entry !== null);
    if (this.#push instanceof RtmpPush) this.#push.addTag(tag, entry);
  }

  /** @param entry where in it a receiver can begin; null: nowhere */
  addMessage(message: Buffer, entry: number | null, tables: Buffer): void {
    if (this.#protocol !== 'srt') return;
    this.#seePicture(entry !== null);
    if (this.#push && 'addMessage' in this.#push) this.#push.addMessage(message, entry, tables);
  }

  /** Takes the next frame that browsers can show. */
  addPicture(picture: WhipPicture): void {
    if (this.#protocol !== 'whip') return;
    this.#seePicture(picture.isKeyframe);
    if (this.#push && 'addPicture' in this.#push) this.#push.addPicture(picture);
  }

  /** @param opus 20 ms of sound */
  addSound(opus: Buffer, ticks: number): void {
    if (this.#push && 'addSound' in this.#push) this.#push.addSound(opus, ticks);
  }

  interrupt(): void {
    this.#push?.interrupt();
  }

  /** Says goodbye to the server. */
  close(): void {
    this.#stopping.abort();
    this.#pictureCame.abort();
    this.#push?.close();
    this.#push = null;
  }

  #seePicture(isEntry: boolean): void {
    this.#pictureMs = performance.now();
    if (isEntry) this.#pictureCame.abort();
  }

  async #untilPicture(): Promise<void> {
    if (performance.now() - this.#pictureMs < noPictureAfterMs && this.#pictureCame.signal.aborted) return;
    this.#pictureCame = new AbortController();
    const { signal } = this.#pictureCame;
    while (!signal.aborted && !this.#stopping.signal.aborted) {
      this.#wait();
      await pause(watchIntervalMs, signal);
    }
  }

  /** Says why nothing can be sent. */
  #wait(): void {
    const unsupported = this.#options.readUnsupported(this.#protocol);
    this.#enter({ state: 'waiting', ...(unsupported ?? { cause: 'no_picture', detail: null }) });
  }

  /** Connects and sends until that ends. @throws DestinationFault how it ended */
  async #connect(): Promise<never> {
    const push = await this.#open();
    if (this.#stopping.signal.aborted) {
      push.close();
      throw new DestinationFault('closed');
    }
    this.#push = push;
    this.#connections++;
    const gop = this.#options.readGop();
    if (push instanceof RtmpPush && gop) push.addGop(gop);
    this.#enterLive();
    const watch = this.#watch(push);
    try {
      return await Promise.race([push.ended, watch.failed]);
    } finally {
      watch.stop();
      this.#earlierDropped += push.droppedFrames;
      this.#earlierBytes += push.sentBytes;
      if (this.#push === push) this.#push = null;
      push.close();
    }
  }

  async #open(): Promise<RtmpPush | SrtPush | WhipPush> {
    const { rights, ticksAt } = this.#options;
    if (this.#protocol === 'rtmp') return RtmpPush.open(this.task, rights);
    // Most cameras do without libsrt and WebRTC.
    if (this.#protocol === 'srt') return (await import('./srt-push')).SrtPush.open(this.task, rights);
    return (await import('./whip-push')).WhipPush.open(this.task, { rights, ticksAt });
  }

  /** Counts what goes out, and ends a connection that stands still. */
  #watch(push: Push): { failed: Promise<never>; stop(): void } {
    let fail: (fault: DestinationFault) => void = () => undefined;
    const failed = new Promise<never>((_, reject) => {
      fail = reject;
    });
    failed.catch(() => undefined);
    const startedMs = performance.now();
    let movedMs = startedMs;
    let counted = { bytes: push.sentBytes, atMs: startedMs };
    this.#bitrateKbps = 0;
    const timer = setInterval(() => {
      const nowMs = performance.now();
      const { sentBytes } = push;
      const hasMoved = sentBytes > counted.bytes;
      const kbps = ((sentBytes - counted.bytes) * 8) / (nowMs - counted.atMs);
      this.#bitrateKbps += (kbps - this.#bitrateKbps) / (this.#bitrateKbps === 0 ? 1 : smoothing);
      counted = { bytes: sentBytes, atMs: nowMs };
      const hasPicture = nowMs - this.#pictureMs < noPictureAfterMs;
      if (hasMoved || !hasPicture) movedMs = nowMs;
      this.#isProven ||= nowMs - startedMs > provenAfterMs && sentBytes > provenBytes;
      if (nowMs - movedMs > stalledAfterMs) fail(new DestinationFault('stalled'));
      else if (hasPicture) this.#enterLive();
      else this.#wait();
    }, watchIntervalMs);
    return { failed, stop: () => clearInterval(timer) };
  }

  #enterLive(): void {
    this.#enter({ state: 'live', cause: this.#options.isSlateShown() ? 'no_picture' : null, detail: null });
  }

  #enter(state: State): void {
    if (state.state !== this.#state.state) this.#stateSinceMs = performance.now();
    this.#state = state;
  }
}

const toFault = (error: unknown): DestinationFault =>
  error instanceof DestinationFault
    ? error
    : new DestinationFault('failed', error instanceof Error ? error.message : String(error));
