import type { SrtDirection } from '../../srt/srt-route';

/** Room above the limit of a camera for resent packets, and for the worker to see the excess and name it. */
const cameraHeadroom = 1.25;
/** A player sends acknowledgements and loss reports alone. */
const playerKbps = 4_000;
const bytesPerKilobit = 125;
/** A small datagram costs its receivers about as much as one of this size. */
const minDatagramBytes = 300;
const burstSeconds = 1;
/** A caller is disconnected after this long above its budget without a second below it. */
const beyondForMs = 5_000;
const withinForMs = 1_000;

/** One caller's budget in the router: a token bucket that the caller cannot overdraw. */
export class CallerBudget {
  readonly #bytesPerMs: number;
  #leftBytes: number;
  #countedAtMs: number;
  #beyondSinceMs = Number.NEGATIVE_INFINITY;
  #beyondAtMs = Number.NEGATIVE_INFINITY;

  /** @param maxBitrateKbps of a camera @param nowMs by performance.now() */
  constructor(direction: SrtDirection, maxBitrateKbps: number, nowMs: number) {
    const kbps = direction === 'ingest' ? cameraHeadroom * maxBitrateKbps : playerKbps;
    this.#bytesPerMs = (kbps * bytesPerKilobit) / 1_000;
    this.#leftBytes = this.#maxBytes;
    this.#countedAtMs = nowMs;
  }

  /** Spends what a datagram costs. @returns false where too little is left; the datagram is then to be dropped */
  spend(datagramBytes: number, nowMs: number): boolean {
    const cost = Math.max(minDatagramBytes, datagramBytes);
    this.#leftBytes = Math.min(this.#maxBytes, this.#leftBytes + (nowMs - this.#countedAtMs) * this.#bytesPerMs);
    this.#countedAtMs = nowMs;
    if (this.#leftBytes >= cost) {
      this.#leftBytes -= cost;
      return true;
    }
    if (nowMs - this.#beyondAtMs > withinForMs) this.#beyondSinceMs = nowMs;
    this.#beyondAtMs = nowMs;
    return false;
  }

  /** Whether the caller has been beyond its budget for seconds. To be asked when {@link spend} has refused. */
  get isExhausted(): boolean {
    return this.#beyondAtMs - this.#beyondSinceMs > beyondForMs;
  }

  get #maxBytes(): number {
    return this.#bytesPerMs * 1_000 * burstSeconds;
  }
}
