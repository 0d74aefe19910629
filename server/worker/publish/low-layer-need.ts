import type { Layer } from '../transcode/layer-format';

/** LiveKit asks for a keyframe at least so often until it has one. */
const silentForMs = 2_500;

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
  /** LiveKit asked for the source layer, and no keyframe of it has come since. */
  #isSourceAwaited = false;
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
    if (layer === 'q') this.#unsettle();
    else if (!this.#isSettled) {
      this.#isSourceAwaited = true;
      clearTimeout(this.#settleTimer);
    }
  }

  /** A keyframe of the source layer has gone to LiveKit. */
  sourceKeyframeSent(): void {
    if (!this.#isSourceAwaited || !this.#watched.h || this.#viewerCount !== 1) return;
    this.#isSourceAwaited = false;
    this.#settleTimer = setTimeout(() => {
      this.#isSettled = true;
      this.#announce();
    }, silentForMs);
    this.#settleTimer.unref();
  }

  #unsettle(): void {
    clearTimeout(this.#settleTimer);
    this.#isSourceAwaited = false;
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
