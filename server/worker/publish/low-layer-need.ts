import type { Layer } from '../transcode/layer-format';

/** LiveKit asks for a keyframe more often than this until it has one. */
const repeatsWithinMs = 2_500;

/**
 * Whether somebody needs the low layer. LiveKit does not say it: it reports the highest layer that is watched, and all
 * below it with that. But before it sends a viewer another layer it asks for a keyframe of that one, again and again
 * until it has one. So with a single viewer in the room, who was waiting for the source layer and is silent since its
 * keyframe came, the low one is seen by nobody; and LiveKit asks for it when it is about to step down.
 */
export class LowLayerNeed {
  readonly #onChange: (isNeeded: boolean) => void;
  #watched: Record<Layer, boolean> = { q: false, h: false };
  #viewerCount = 0;
  /** When LiveKit asked for the source layer last, by performance.now(). */
  #sourceRequestedMs = Number.NEGATIVE_INFINITY;
  /** The viewer has the source layer. */
  #isSettled = false;
  #settleTimer: NodeJS.Timeout | undefined;
  #announced = false;

  /** @param onChange receives {@link isNeeded} where it has changed */
  constructor(onChange: (isNeeded: boolean) => void) {
    this.#onChange = onChange;
  }

  get isNeeded(): boolean {
    return this.#watched.q && !this.#isSettled;
  }

  setWatched(watched: Record<Layer, boolean>): void {
    const isSame = watched.q === this.#watched.q && watched.h === this.#watched.h;
    if (isSame) return;
    this.#watched = watched;
    this.#unsettle();
  }

  /** Somebody came or went. @param count who is in the room and may watch */
  setViewerCount(count: number): void {
    this.#viewerCount = count;
    this.#unsettle();
  }

  /** LiveKit asks for a keyframe of a layer. */
  keyframeRequested(layer: Layer): void {
    clearTimeout(this.#settleTimer);
    if (layer === 'h') this.#sourceRequestedMs = performance.now();
    else {
      this.#sourceRequestedMs = Number.NEGATIVE_INFINITY;
      this.#unsettle();
    }
  }

  /** A keyframe of the source layer has gone to LiveKit. */
  sourceKeyframeSent(): void {
    const isAwaited = performance.now() - this.#sourceRequestedMs < repeatsWithinMs;
    if (!isAwaited || !this.#watched.h || this.#viewerCount !== 1) return;
    this.#sourceRequestedMs = Number.NEGATIVE_INFINITY;
    this.#settleTimer = setTimeout(() => {
      this.#isSettled = true;
      this.#announce();
    }, repeatsWithinMs);
  }

  /** Nothing is announced any more. */
  close(): void {
    clearTimeout(this.#settleTimer);
  }

  #unsettle(): void {
    clearTimeout(this.#settleTimer);
    this.#isSettled = false;
    this.#announce();
  }

  #announce(): void {
    const { isNeeded } = this;
    if (isNeeded === this.#announced) return;
    this.#announced = isNeeded;
    this.#onChange(isNeeded);
  }
}
