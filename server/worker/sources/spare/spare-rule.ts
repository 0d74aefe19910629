/** A camera or a spare without a frame for so long is not there. */
const thereMs = 1_000;
/** A camera that was never there gets time to connect after the worker's start. */
const firstMs = 10_000;
const usualBackMs = 5_000;

/** Decides whether a camera or its spare is shown, by when frames of either came. It shows nothing itself. */
export class SpareRule {
  readonly #now: () => number;
  readonly #backMs: number;
  readonly #beganMs: number;
  #cameraMs: number | null = null;
  /** Since when the camera has sent frames without a pause. */
  #wellSinceMs: number | null = null;
  #spareMs: number | null = null;

  /**
   * @param now a clock in milliseconds
   * @param backMs how long a camera has to send frames without a pause before it is shown again
   */
  constructor(now: () => number = () => performance.now(), backMs = usualBackMs) {
    this.#now = now;
    this.#backMs = backMs;
    this.#beganMs = now();
  }

  /** A frame of the camera has begun. */
  cameraCame(): void {
    const nowMs = this.#now();
    if (!isThere(this.#cameraMs, nowMs)) this.#wellSinceMs = null;
    this.#wellSinceMs ??= nowMs;
    this.#cameraMs = nowMs;
  }

  /** The camera's connection has begun or ended: what comes next counts anew. */
  cameraInterrupted(): void {
    this.#wellSinceMs = null;
  }

  /** A frame of the spare has begun. */
  spareCame(): void {
    this.#spareMs = this.#now();
  }

  spareInterrupted(): void {
    this.#spareMs = null;
  }

  get isSpareThere(): boolean {
    return isThere(this.#spareMs, this.#now());
  }

  /** Whether the spare may take the camera's place. @param afterMs how long the camera has had no picture by then */
  maySpareShow(afterMs: number): boolean {
    const nowMs = this.#now();
    const goneMs = this.#cameraMs === null ? nowMs - this.#beganMs : nowMs - this.#cameraMs;
    return this.isSpareThere && goneMs >= (this.#cameraMs === null ? Math.max(afterMs, firstMs) : afterMs);
  }

  /** Whether the camera may be shown again. A camera that comes and goes is not; any picture is better than a lost spare. */
  get mayCameraReturn(): boolean {
    const nowMs = this.#now();
    if (!isThere(this.#cameraMs, nowMs) || this.#wellSinceMs === null) return false;
    return !this.isSpareThere || nowMs - this.#wellSinceMs >= this.#backMs;
  }
}

const isThere = (atMs: number | null, nowMs: number): boolean => atMs !== null && nowMs - atMs < thereMs;
