import type { Layer } from '../transcode/layer-format';

/** LiveKit asks for a keyframe more often than this until it has one. */
const repeatsWithinMs = 2_500;

/**
 * Whether somebody needs the low layer, where it is watched. LiveKit does not say it: it reports the highest layer that
 * is watched, and all below it with that. But before it sends a viewer another layer it asks for a keyframe of that one,
 * again and again until it has one. So with a single viewer in the room, who was waiting for the source layer and is
 * silent since its keyframe went out, the low one is seen by nobody; and LiveKit asks for it when it is about to step
 * down.
 */
export class LowLayerNeed {
  readonly #onChange: (isNeeded: boolean) => void;
  #viewerCount = 0;
  /** When LiveKit asked for the source layer last, by performance.now(). */
  #sourceRequestedMs = Number.NEGATIVE_INFINITY;
  /** Who asked for the source layer has it. */
  #hasSource = false;
  #hasSourceTimer: NodeJS.Timeout | undefined;
  #announced = true;

  /** @param onChange receives {@link isNeeded} where it has changed */
  constructor(onChange: (isNeeded: boolean) => void) {
    this.#onChange = onChange;
  }

  get isNeeded(): boolean {
    return !this.#hasSource || this.#viewerCount !== 1;
  }

  /** LiveKit reports which layers are watched. */
  watchedReported({ h }: Record<Layer, boolean>): void {
    if (!h) this.#forget();
  }

  /**
   * Somebody came or went. LiveKit announces who only watches up to three seconds late: the first one may have asked for
   * the source layer by then.
   * @param count who is in the room and may watch
   */
  setViewerCount(count: number): void {
    const isFirst = this.#viewerCount === 0 && count === 1;
    this.#viewerCount = count;
    if (isFirst) this.#announce();
    else this.#forget();
  }

  /**
   * LiveKit asks for a keyframe of a layer. Of the source layer it may be for somebody who has come and is not announced
   * yet: until the camera sends one, there is the low layer to begin with.
   */
  keyframeRequested(layer: Layer): void {
    this.#forget();
    if (layer === 'h') this.#sourceRequestedMs = performance.now();
  }

  /** A keyframe of the source layer has gone to LiveKit. */
  sourceKeyframeSent(): void {
    if (performance.now() - this.#sourceRequestedMs >= repeatsWithinMs) return;
    this.#sourceRequestedMs = Number.NEGATIVE_INFINITY;
    this.#hasSourceTimer = setTimeout(() => {
      this.#hasSource = true;
      this.#announce();
    }, repeatsWithinMs);
  }

  /** Nothing is announced any more. */
  close(): void {
    clearTimeout(this.#hasSourceTimer);
  }

  #forget(): void {
    clearTimeout(this.#hasSourceTimer);
    this.#sourceRequestedMs = Number.NEGATIVE_INFINITY;
    this.#hasSource = false;
    this.#announce();
  }

  #announce(): void {
    const { isNeeded } = this;
    if (isNeeded === this.#announced) return;
    this.#announced = isNeeded;
    this.#onChange(isNeeded);
  }
}
