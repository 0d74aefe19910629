import { ticksPerMs } from '@/lib/core/timestamp33';

/** When a unit is decoded and shown, in ticks of 90 kHz since any moment. */
export interface PlacedUnit {
  pts: number;
  dts: number;
}

/**
 * Places the units of several encoders one behind the other. Each is decoded after the one before, and shown no sooner than
 * it is decoded. That holds also where one encoder reorders frames and the other does not.
 */
export class UnitPlacer {
  #lastDts = Number.NEGATIVE_INFINITY;
  #lastPts = Number.NEGATIVE_INFINITY;

  /** The latest time that is shown, in milliseconds; minus infinity before the first. */
  get untilMs(): number {
    return this.#lastPts / ticksPerMs;
  }

  /** @param ptsMs when it is to be shown @param dtsMs when it is to be decoded; null: behind the one before */
  place(ptsMs: number, dtsMs: number | null): PlacedUnit {
    const wanted = Math.round((dtsMs ?? Number.NEGATIVE_INFINITY) * ticksPerMs);
    // Receivers by RTMP count milliseconds, and each frame needs one of its own.
    const earliest = this.#lastDts + ticksPerMs;
    const shown = Math.round(ptsMs * ticksPerMs);
    const dts = Math.max(Math.min(wanted, shown), Number.isFinite(earliest) ? earliest : Math.min(wanted, shown));
    const pts = Math.max(shown, dts);
    this.#lastDts = dts;
    this.#lastPts = Math.max(this.#lastPts, pts);
    return { pts, dts };
  }
}
