/** The part of a decoded frame that is measured: planes, the first one the luma, and the bytes from row to row. */
export interface MeasuredFrame {
  width: number;
  height: number;
  data: Uint8Array[] | null;
  linesize: number[];
}

const everyMs = 250;
/** Points across and down: a light in the dark is larger than the distance between two. */
const columns = 64;
const rows = 36;
/** Of 8-bit video range, whose black is 16: FFmpeg's blackdetect takes 10 % above it, which dark scenes reach. */
const blackBelow = 30;
/** The share of points that must be black: a logo, or a line of text, is a picture. */
const blackShare = 0.995;
/** Nobody looks, and nothing is decoded, where the last frame is older. */
const validMs = 2_000;

/** Measures for how long the picture is black, four times a second, from frames that are decoded anyway. */
export class BlackMeter {
  readonly #now: () => number;
  #measuredAtMs = Number.NEGATIVE_INFINITY;
  #blackSinceMs: number | null = null;

  /** @param now a clock in milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  add(frame: MeasuredFrame): void {
    const nowMs = this.#now();
    if (nowMs - this.#measuredAtMs < everyMs) return;
    if (nowMs - this.#measuredAtMs > validMs) this.#blackSinceMs = null;
    this.#measuredAtMs = nowMs;
    if (!isBlack(frame)) this.#blackSinceMs = null;
    else this.#blackSinceMs ??= nowMs;
  }

  /** For how many seconds the picture has been black, 0 if it is not; null while nothing is decoded. */
  get seconds(): number | null {
    const nowMs = this.#now();
    if (nowMs - this.#measuredAtMs > validMs) return null;
    return this.#blackSinceMs === null ? 0 : (nowMs - this.#blackSinceMs) / 1000;
  }
}

function isBlack({ width, height, data, linesize }: MeasuredFrame): boolean {
  const luma = data?.[0];
  const stride = linesize[0];
  if (!luma || !stride) return false;
  let black = 0;
  for (let row = 0; row < rows; row++) {
    const y = Math.floor(((row + 0.5) * height) / rows);
    for (let column = 0; column < columns; column++) {
      const x = Math.floor(((column + 0.5) * width) / columns);
      if ((luma[y * stride + x] ?? 255) < blackBelow) black++;
    }
  }
  return black >= blackShare * rows * columns;
}
