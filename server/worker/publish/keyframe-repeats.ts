/**
 * LiveKit asks for a keyframe when it begins to send to a viewer, whose browser drops what comes before it has received
 * LiveKit's answer. What the browser asks for then, LiveKit asks of the layer that it aims at, which is the source layer:
 * that would come with the camera's next keyframe. So the low layer has another one so long after each request.
 */
const repeatAfterMs = [100, 300, 700];
/** While somebody waits for the source layer, a low layer of nothing but keyframes would be a poor picture. */
const repeatAtMostEveryMs = 3_000;
/** So long after a viewer has come. Four keyframes of each camera that steps down for a narrow downlink would fill it. */
const repeatForMs = 5_000;

/** Repeats keyframes of the low layer for viewers whose browser may have dropped the first. */
export class KeyframeRepeats {
  readonly #sendKeyframe: () => void;
  #timers: NodeJS.Timeout[] = [];
  #viewerCameAtMs = Number.NEGATIVE_INFINITY;
  #repeatedAtMs = Number.NEGATIVE_INFINITY;

  constructor(sendKeyframe: () => void) {
    this.#sendKeyframe = sendKeyframe;
  }

  viewerCame(): void {
    this.#viewerCameAtMs = performance.now();
  }

  /**
   * A keyframe was asked for, and the first one is sent.
   * @param isSourceLayer it was asked of the source layer, as LiveKit does every second while a viewer waits for it
   * @param isNew nobody has seen these tracks before
   */
  requested({ isSourceLayer, isNew }: { isSourceLayer: boolean; isNew: boolean }): void {
    const nowMs = performance.now();
    if (isSourceLayer && nowMs < this.#repeatedAtMs + repeatAtMostEveryMs) return;
    if (!isNew && nowMs > this.#viewerCameAtMs + repeatForMs) return;
    this.#repeatedAtMs = nowMs;
    this.close();
    this.#timers = repeatAfterMs.map((ms) => setTimeout(this.#sendKeyframe, ms));
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }
}
