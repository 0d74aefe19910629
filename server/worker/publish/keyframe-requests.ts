import type { Layer } from '../transcode/layer-format';

/**
 * LiveKit asks for a keyframe when it begins to send to a viewer, whose browser drops what comes before it has received
 * LiveKit's answer, and LiveKit passes on one request a second. So the layer has another keyframe so long after each
 * request. A viewer who is to have the source layer begins with it, for LiveKit refuses some keyframes of a layer that it is
 * to turn to (docs/decisions/0062); where that has not come within half a second, the low layer is shown meanwhile.
 */
const againAfterMs: Record<Layer, Record<Layer, number[]>> = {
  q: { q: [100, 300, 700], h: [] },
  h: { q: [500, 700], h: [300, 700] },
};
/** While somebody waits for the source layer, layers of nothing but keyframes would be poor pictures. */
const sourceAgainEveryMs = 3_000;

/** Asks for the keyframes that LiveKit asks for, and for those that a browser may miss. */
export class KeyframeRequests {
  readonly #request: (layer: Layer) => void;
  #timers: Record<Layer, NodeJS.Timeout[]> = { q: [], h: [] };
  #sourceAgainFromMs = Number.NEGATIVE_INFINITY;

  /** @param request asks for a keyframe of a layer */
  constructor(request: (layer: Layer) => void) {
    this.#request = request;
  }

  /** LiveKit asks for one. */
  add(layer: Layer): void {
    this.#request(layer);
    const nowMs = performance.now();
    if (layer === 'h' && nowMs < this.#sourceAgainFromMs) return;
    if (layer === 'h') this.#sourceAgainFromMs = nowMs + sourceAgainEveryMs;
    this.#clear(layer);
    const { q, h } = againAfterMs[layer];
    const repeat = (one: Layer) => (ms: number) => setTimeout(() => this.#request(one), ms);
    this.#timers[layer] = [...q.map(repeat('q')), ...h.map(repeat('h'))];
  }

  close(): void {
    this.#clear('q');
    this.#clear('h');
  }

  #clear(layer: Layer): void {
    for (const timer of this.#timers[layer]) clearTimeout(timer);
  }
}
