import { ticksPerMs } from '@/lib/core/timestamp33';
import { nalType, nalTypeOf } from '@/lib/media/codecs/h264';
import { type Layer, layers } from '../transcode/layer-format';
import { isNeeded, isSeedDue, type LowLayerEvent, transition, unpublished } from './low-layer-state';
import type { MediaConnection } from './media-connection';

/** How long the first packet of each layer stays alone, while LiveKit sets the layer up. */
const setUpMs = 150;
/** LiveKit looks for packets every 2 s, or every 500 ms with its default settings. */
const fillerEveryTicks = 200 * ticksPerMs;
/** Delay that counts as a stall: LiveKit measures bits by the second. */
const stalledTicks = 600 * ticksPerMs;
/**
 * LiveKit turns to no keyframe 50 ms behind the viewer's last packet (`LayerSwitchBehindThresholdSeconds` in
 * forwarder.go).
 */
const maxBehindTicks = 40 * ticksPerMs;
/** Longer than the low layer takes to be made. */
const fillerBehindTicks = 1_000 * ticksPerMs;
/**
 * When to repeat a requested keyframe. A browser drops what precedes LiveKit's answer, and LiveKit passes on one
 * request a second. After a second without the source layer, the low layer is shown instead.
 */
const againAfterMs: Record<Layer, Record<Layer, number[]>> = {
  low: { low: [100, 300, 700], source: [] },
  source: { low: [1_000, 1_200], source: [300, 700] },
};
/** Minimum between two such series for the source layer: one of keyframes only would be a poor picture. */
const sourceAgainEveryMs = 3_000;

/** Filler data (H.264, 7.3.2.7), which belongs to no picture. */
const filler = (byteCount: number) => Buffer.from([nalType.filler, ...Array(byteCount).fill(0xff), 0x80]);

/** The smallest packet that shows LiveKit a layer. */
const minFiller = [filler(1)];
/** A keyframe for LiveKit: a sequence parameter set (7.3.2.1) of 640x360 without a picture. */
const seed = [Buffer.from('6742c01eda0280bfe540', 'hex')];
/** The low layer's bits in 200 ms, at 400 kbit/s: by these LiveKit decides how many videos must step down. */
const inPlace = Array<Buffer>(10).fill(filler(1_000));

export interface LowLayerOptions {
  media: Pick<MediaConnection, 'send'>;
  /** The layers to make: every watched layer, except a low layer that no viewer needs. */
  onWatched(watched: Record<Layer, boolean>): void;
  /** Requests a keyframe of a layer. @returns false when none can be made */
  requestKeyframe(layer: Layer): Promise<boolean>;
}

/**
 * The low layer in one room. It is made only while a viewer needs it, and kept alive for LiveKit otherwise
 * (docs/livekit.md). Both layers pass through here, because a viewer who waits for one gets the other.
 */
export class LowLayer {
  readonly #options: LowLayerOptions;
  #state = unpublished;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  #setUpUntilMs: number | undefined;
  /** LiveKit has had an access unit of the low layer. */
  #hasBegun = false;
  /** The low layer's access units arrive, so filler only replaces late ones. */
  #isMade = false;
  #fillerDueTicks = Number.NEGATIVE_INFINITY;
  /** Time of the source layer's latest access unit. */
  #sourceTicks = Number.NEGATIVE_INFINITY;
  /** Latest timestamp of the low layer: LiveKit drops older packets. */
  #latestTicks = Number.NEGATIVE_INFINITY;
  #repeats: Record<Layer, NodeJS.Timeout[]> = { low: [], source: [] };
  #sourceAgainFromMs = Number.NEGATIVE_INFINITY;

  constructor(options: LowLayerOptions) {
    this.#options = options;
  }

  /** Whether anybody watches, or may before LiveKit has said so. */
  get isWatched(): boolean {
    const { low, source } = this.#state.watched;
    return low || source;
  }

  /** The tracks are published: LiveKit gets to know both layers. */
  published(): void {
    this.#apply({ type: 'published' });
  }

  setViewerCount(count: number): void {
    this.#apply({ type: 'viewers', count });
  }

  /** LiveKit says which layers are watched. A newly watched one begins with a keyframe. */
  setWatched(watched: Record<Layer, boolean>): void {
    const wasIntroducing = this.#state.name === 'introducing';
    const before = this.#state.watched;
    this.#apply({ type: 'watched', watched });
    const isNew = (layer: Layer) => watched[layer] && (wasIntroducing || !before[layer]);
    const layer = isNew('source') ? 'source' : isNew('low') ? 'low' : null;
    // LiveKit's own request may have come earlier and counted as one for nobody.
    if (layer === 'source' && wasIntroducing) this.#requestRepeatedly('source');
    else if (layer) void this.#options.requestKeyframe(layer);
  }

  /** LiveKit requests a keyframe of a layer. */
  keyframeRequested(layer: Layer): void {
    this.#apply({ type: 'keyframe requested', layer });
    // LiveKit requests one of each layer that is new to it, even if nobody watches.
    const isForNobody = this.#state.name === 'introducing' && this.#state.viewerCount === 0;
    if (layer === 'low' || !isForNobody) this.#requestRepeatedly(layer);
  }

  /** Takes one access unit of a layer, to send it; does nothing before the tracks are published. @param ticks 90 kHz media clock */
  addAccessUnit(layer: Layer, payloads: Buffer[], ticks: number): void {
    if (this.#state.name === 'unpublished' || this.#isSettingUp(ticks)) return;
    if (layer === 'low') this.#sendLowLayer(payloads, ticks);
    else {
      this.#send('source', payloads, ticks);
      if (this.#state.watched.low) this.#fillUp(ticks);
    }
  }

  /** Stops all requests and changes. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#clearRepeats('low');
    this.#clearRepeats('source');
  }

  #apply(event: LowLayerEvent): void {
    if (this.#isClosed) return;
    const before = this.#state;
    const nowMs = performance.now();
    const state = transition(before, event, nowMs);
    this.#state = state;
    if (state.untilMs !== before.untilMs) {
      clearTimeout(this.#timer);
      const isLimited = state.untilMs < Number.POSITIVE_INFINITY;
      if (isLimited) this.#timer = setTimeout(() => this.#apply({ type: 'time out' }), state.untilMs - nowMs);
    }
    if (state.watched === before.watched && isNeeded(state) === isNeeded(before)) return;
    const { low, source } = state.watched;
    this.#options.onWatched({ low: low && isNeeded(state), source });
  }

  /**
   * livekit-server (1.13) resets its knowledge of a layer during set-up, without a lock (`maybeNotifyStatus` in
   * streamtracker.go). In a burst of packets, the reset may overtake the start that came after it. The layer then
   * counts as gone for the whole stay.
   */
  #isSettingUp(ticks: number): boolean {
    const nowMs = performance.now();
    if (this.#setUpUntilMs === undefined) {
      this.#setUpUntilMs = nowMs + setUpMs;
      for (const layer of layers) this.#send(layer, minFiller, ticks);
      this.#fillerDueTicks = ticks + fillerEveryTicks;
      this.#latestTicks = ticks;
    }
    return nowMs < this.#setUpUntilMs;
  }

  /**
   * Sends an access unit of the low layer. On full cores it comes late and gets a later timestamp, because LiveKit
   * would not turn to an old one.
   */
  #sendLowLayer(payloads: Buffer[], ticks: number): void {
    this.#isMade = true;
    this.#fillerDueTicks = Math.max(ticks, this.#sourceTicks) + stalledTicks;
    this.#latestTicks = Math.max(ticks, this.#sourceTicks - maxBehindTicks, this.#latestTicks + 1);
    this.#send('low', payloads, this.#latestTicks, ticks);
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    // Its keyframe may have been kept back.
    void this.#options.requestKeyframe('low');
  }

  /**
   * Sends filler while the low layer is off or late, because LiveKit never steps down to a stopped layer. Its
   * timestamps are old, because the low layer lags behind the source layer. After filler, Chromium shows nothing until
   * a keyframe.
   */
  #fillUp(ticks: number): void {
    this.#sourceTicks = ticks;
    const isLowNeeded = isNeeded(this.#state);
    if (this.#isMade && !isLowNeeded) {
      this.#isMade = false;
      this.#fillerDueTicks = ticks;
    }
    const isDue = ticks >= this.#fillerDueTicks;
    if (isDue) {
      this.#fillerDueTicks = ticks + fillerEveryTicks;
      const nextTicks = this.#latestTicks + 1;
      this.#latestTicks = this.#isMade ? nextTicks : Math.max(nextTicks, ticks - fillerBehindTicks);
      this.#send('low', isLowNeeded ? minFiller : this.#takeSeed() ? seed : inPlace, this.#latestTicks);
    }
    if (isLowNeeded && (isDue || this.#takeSeed())) void this.#options.requestKeyframe('low');
  }

  #takeSeed(): boolean {
    if (!isSeedDue(this.#state, performance.now())) return false;
    this.#apply({ type: 'seeded' });
    return true;
  }

  #send(layer: Layer, payloads: Buffer[], ticks: number, capturedTicks = ticks): void {
    this.#options.media.send(layer, payloads, ticks, capturedTicks);
    const isKeyframe = payloads.some((payload) => nalTypeOf(payload) === nalType.sps);
    if (isKeyframe) this.#apply({ type: 'keyframe sent', layer });
  }

  #requestRepeatedly(layer: Layer): void {
    const nowMs = performance.now();
    if (layer === 'source' && nowMs < this.#sourceAgainFromMs) return void this.#options.requestKeyframe('source');
    void this.#request(layer);
    if (layer === 'source') this.#sourceAgainFromMs = nowMs + sourceAgainEveryMs;
    this.#clearRepeats(layer);
    const { low, source } = againAfterMs[layer];
    const repeat = (one: Layer) => (ms: number) => setTimeout(() => void this.#request(one), ms);
    this.#repeats[layer] = [...low.map(repeat('low')), ...source.map(repeat('source'))];
  }

  async #request(layer: Layer): Promise<void> {
    if ((await this.#options.requestKeyframe(layer)) || this.#isClosed) return;
    this.#apply({ type: 'source late' });
    void this.#options.requestKeyframe('low');
  }

  #clearRepeats(layer: Layer): void {
    for (const timer of this.#repeats[layer]) clearTimeout(timer);
  }
}
