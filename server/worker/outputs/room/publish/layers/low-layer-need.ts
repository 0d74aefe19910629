import { nalType, nalTypeOf } from '../../../../media/codecs/h264';
import type { Layer } from '../../../../media/layer-format';

/** How long the only viewer of the source layer has not asked for the low one. */
const settledAfterMs = 5_000;
/** A viewer who left the source layer, by choice or for a narrow network, may soon do so again. */
const cautiousAfterMs = 60_000;
/** The first viewer waits this long for the source layer before falling back to the low layer. */
const beginsAfterMs = 1_000;
/**
 * From a second after LiveKit has come to want a track, it asks for a keyframe of each layer that has had none since
 * (`seedKeyFrame` in its buffer_base.go), and the worker hears of the want up to 0.2 s later. Such a request is for nobody.
 */
const seedsAfterMs = 700;
/** Between a keyframe and the last such request. */
const crossingMs = 150;
/** By then LiveKit has begun to send the source layer to whoever came for it. */
const begunAfterMs = 200;
const never: Record<Layer, number> = { low: Number.POSITIVE_INFINITY, source: Number.POSITIVE_INFINITY };

/**
 * Whether somebody in a room needs the low layer. LiveKit (1.13) tells a publisher the highest layer that anybody wants,
 * and with it all layers below, for it may have to step down for one viewer. Which layer each gets it does not tell; but it
 * asks for a keyframe of the layer that it turns to. With one viewer in the room, that is the layer of this viewer.
 */
export class LowLayerNeed {
  readonly #onChange: () => void;
  #timer: NodeJS.Timeout | undefined;
  #viewerCount = 0;
  /** Null until LiveKit has said who watches. */
  #watched: Record<Layer, boolean> | null = null;
  /** When LiveKit came to want both layers at once. */
  #wantedSinceMs = Number.POSITIVE_INFINITY;
  /** The first keyframe of each layer since. */
  #keyframeMs = never;
  /** LiveKit has had a keyframe of the low layer. */
  #isSeen = false;
  #isSeeded = false;
  /** LiveKit turned to the low layer last. */
  #hasSteppedDown = false;
  #settleMs = settledAfterMs;
  /** The first viewer begins with the source layer. */
  #isBeginning = false;
  #isNeeded = true;

  /** @param onChange {@link isNeeded} is another */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Where LiveKit says that it is watched. */
  get isNeeded(): boolean {
    return this.#isNeeded;
  }

  setViewerCount(viewerCount: number): void {
    this.#viewerCount = viewerCount;
    if (!this.#isBeginning) this.#review();
  }

  /** LiveKit says which layers are watched. */
  setWatched(watched: Record<Layer, boolean>): void {
    const before = this.#watched;
    this.#watched = watched;
    if (watched.source && !before?.source) this.#hasSteppedDown = false;
    const isFirst = watched.source && !before?.low && !before?.source;
    if (isFirst) {
      this.#wantedSinceMs = performance.now();
      this.#keyframeMs = never;
      this.#isSeeded = false;
    }
    if (isFirst && before) this.#begin();
    else if (!this.#isBeginning || !watched.source) this.#review();
  }

  /** @param payloads of an access unit that LiveKit gets */
  accessUnitSent(layer: Layer, payloads: Buffer[]): void {
    if (this.#keyframeMs[layer] < Number.POSITIVE_INFINITY) return;
    if (payloads.every((payload) => nalTypeOf(payload) !== nalType.sps)) return;
    this.#keyframeMs = { ...this.#keyframeMs, [layer]: performance.now() };
    if (layer === 'low') this.#isSeen = true;
  }

  /**
   * Whether LiveKit is to have a keyframe of the low layer now, so that each one that it asks for later is for a viewer. Not
   * before the source layer's, or it would begin with the low layer.
   */
  takeSeed(): boolean {
    const { low, source } = this.#keyframeMs;
    if (this.#isSeeded || low < Number.POSITIVE_INFINITY || performance.now() < source + begunAfterMs) return false;
    this.#isSeeded = true;
    return true;
  }

  /** LiveKit turns to a layer for a viewer, or a viewer has lost packets of it. */
  keyframeRequested(layer: Layer): void {
    if (layer === 'low' && this.#isSeeding) {
      if (!this.#isBeginning) this.#review();
      return;
    }
    if (!this.#isNeeded) {
      if (layer === 'source') return;
      if (!this.#isBeginning) this.#settleMs = cautiousAfterMs;
    }
    this.#hasSteppedDown = layer === 'low';
    this.#review();
  }

  /** The first viewer wants the source layer, and no keyframe of it can be made: not before the camera's own is it shown. */
  sourceIsLate(): void {
    if (this.#isBeginning) this.#review();
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  get #isSeeding(): boolean {
    const nowMs = performance.now();
    const begins = !this.#isSeen || nowMs >= this.#wantedSinceMs + seedsAfterMs;
    return begins && nowMs <= this.#keyframeMs.low + crossingMs;
  }

  #begin(): void {
    clearTimeout(this.#timer);
    this.#isBeginning = true;
    this.#setNeeded(false);
    this.#timer = setTimeout(() => this.#review(), beginsAfterMs);
  }

  /** Something has happened after which somebody may need it: it is, until things have settled. */
  #review(): void {
    clearTimeout(this.#timer);
    this.#isBeginning = false;
    this.#setNeeded(true);
    if (!this.#watched?.source || this.#viewerCount > 1 || this.#hasSteppedDown) return;
    this.#timer = setTimeout(() => {
      this.#settleMs = settledAfterMs;
      this.#setNeeded(false);
    }, this.#settleMs);
  }

  #setNeeded(isNeeded: boolean): void {
    if (isNeeded === this.#isNeeded) return;
    this.#isNeeded = isNeeded;
    this.#onChange();
  }
}
