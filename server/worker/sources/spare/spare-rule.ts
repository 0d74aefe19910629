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
  /** The last frame of the spare, whatever has interrupted it since. */
  #spareSeenMs: number;
  /** Somebody took the spare, until somebody gives the place back. */
  #isTaken = false;
  /** Somebody has given the place back, and the camera has yet to return. */
  #isGivenBack = false;
  /** The camera returns only once somebody gives its place back. */
  returnsByHand = false;

  /**
   * @param now a clock in milliseconds
   * @param backMs how long a camera has to send frames without a pause before it is shown again
   */
  constructor(now: () => number = () => performance.now(), backMs = usualBackMs) {
    this.#now = now;
    this.#backMs = backMs;
    this.#beganMs = now();
    this.#spareSeenMs = this.#beganMs;
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
    this.#spareSeenMs = this.#spareMs;
  }

  spareInterrupted(): void {
    this.#spareMs = null;
  }

  /** Somebody asks for one of the two. @param isSpareShown whether the spare is shown now */
  ask(shows: 'spare' | 'camera', isSpareShown: boolean): void {
    this.#isTaken = shows === 'spare';
    this.#isGivenBack = shows === 'camera' && isSpareShown;
  }

  /** The camera is shown again: what was asked before is over. */
  cameraReturned(): void {
    this.#isTaken = false;
    this.#isGivenBack = false;
  }

  /** How long the spare has had no picture; null while it has one. */
  get spareMissingMs(): number | null {
    return this.isSpareThere ? null : this.#now() - this.#spareSeenMs;
  }

  /** Whether somebody has taken the spare while the camera has a picture: it leaves its place at the end of a frame. */
  get isCameraToLeave(): boolean {
    return this.#isTaken && this.isSpareThere && isThere(this.#cameraMs, this.#now());
  }

  /** Whether the camera has a picture and does not return without a hand. */
  get doesCameraWait(): boolean {
    return (this.#isTaken || this.returnsByHand) && isThere(this.#cameraMs, this.#now());
  }

  get isSpareThere(): boolean {
    return isThere(this.#spareMs, this.#now());
  }

  /** Whether the spare may take the camera's place. @param afterMs how long the camera has had no picture by then */
  maySpareShow(afterMs: number): boolean {
    const nowMs = this.#now();
    if (this.#isTaken && !isThere(this.#cameraMs, nowMs)) return this.isSpareThere;
    const goneMs = this.#cameraMs === null ? nowMs - this.#beganMs : nowMs - this.#cameraMs;
    return this.isSpareThere && goneMs >= (this.#cameraMs === null ? Math.max(afterMs, firstMs) : afterMs);
  }

  /** Whether the camera may be shown again. One that comes and goes is not, unless somebody asks for it; any picture is better than a lost spare. */
  get mayCameraReturn(): boolean {
    const nowMs = this.#now();
    if (!isThere(this.#cameraMs, nowMs) || this.#wellSinceMs === null) return false;
    if (!this.isSpareThere || this.#isGivenBack) return true;
    return !this.#isTaken && !this.returnsByHand && nowMs - this.#wellSinceMs >= this.#backMs;
  }
}

const isThere = (atMs: number | null, nowMs: number): boolean => atMs !== null && nowMs - atMs < thereMs;
