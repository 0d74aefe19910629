import type { Layer } from '../../../../media/layer-format';

/**
 * LiveKit asks for a keyframe when it begins to send to a viewer, whose browser drops what comes before it has received
 * LiveKit's answer, and LiveKit passes on one request a second. So the layer has another keyframe so long after each
 * request. A viewer who is to have the source layer begins with it, for LiveKit refuses some keyframes of a layer that it is
 * to turn to (docs/livekit.md); where that cannot be made, or has not come within a second, the low layer is shown.
 */
const againAfterMs: Record<Layer, Record<Layer, number[]>> = {
  low: { low: [100, 300, 700], source: [] },
  source: { low: [1_000, 1_200], source: [300, 700] },
};
/** While somebody waits for the source layer, layers of nothing but keyframes would be poor pictures. */
const sourceAgainEveryMs = 3_000;

export interface KeyframeRequestsOptions {
  /** Asks for a keyframe of a layer. @returns false where none can be made */
  request(layer: Layer): Promise<boolean>;
  /** The low layer is about to be asked for in place of the source layer. */
  onLowLayerInstead(): void;
}

/** Asks for the keyframes that LiveKit asks for, and for those that a browser may miss. */
export class KeyframeRequests {
  readonly #options: KeyframeRequestsOptions;
  #timers: Record<Layer, NodeJS.Timeout[]> = { low: [], source: [] };
  #sourceAgainFromMs = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  constructor(options: KeyframeRequestsOptions) {
    this.#options = options;
  }

  /** LiveKit asks for one. */
  add(layer: Layer): void {
    const nowMs = performance.now();
    if (layer === 'source' && nowMs < this.#sourceAgainFromMs) return void this.#options.request('source');
    void this.#request(layer);
    if (layer === 'source') this.#sourceAgainFromMs = nowMs + sourceAgainEveryMs;
    this.#clear(layer);
    const { low, source } = againAfterMs[layer];
    const repeat = (one: Layer) => (ms: number) => setTimeout(() => void this.#request(one), ms);
    this.#timers[layer] = [...low.map(repeat('low')), ...source.map(repeat('source'))];
  }

  close(): void {
    this.#isClosed = true;
    this.#clear('low');
    this.#clear('source');
  }

  async #request(layer: Layer): Promise<void> {
    if ((await this.#options.request(layer)) || this.#isClosed) return;
    this.#options.onLowLayerInstead();
    void this.#options.request('low');
  }

  #clear(layer: Layer): void {
    for (const timer of this.#timers[layer]) clearTimeout(timer);
  }
}
