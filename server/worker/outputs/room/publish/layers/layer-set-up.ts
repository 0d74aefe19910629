const setUpMs = 150;

/**
 * livekit-server (1.13) sets a layer up when its first packet comes, and resets what it knows of it meanwhile. Of packets
 * that come in the same milliseconds it may take the start before the reset, though it came after (`maybeNotifyStatus` in
 * streamtracker.go tells of both without a lock): then the layer counts as gone for the whole stay, and nobody is given it
 * who has the other. So the first packet of each layer comes alone (docs/livekit.md).
 */
export class LayerSetUp {
  readonly #sendFirst: (ticks: number) => void;
  #untilMs: number | undefined;
  #hasLowLayer = false;

  /** @param sendFirst sends a packet of each layer */
  constructor(sendFirst: (ticks: number) => void) {
    this.#sendFirst = sendFirst;
  }

  /** @returns whether an access unit of these ticks is to be kept back */
  keepsBack(ticks: number): boolean {
    if (this.#untilMs === undefined) {
      this.#untilMs = performance.now() + setUpMs;
      this.#sendFirst(ticks);
    }
    return performance.now() < this.#untilMs;
  }

  /** @returns whether this access unit of the low layer is the first that LiveKit gets: its keyframe may have been kept back */
  beginsLowLayer(): boolean {
    const begins = !this.#hasLowLayer;
    this.#hasLowLayer = true;
    return begins;
  }
}
