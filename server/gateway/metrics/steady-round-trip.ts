import { median } from '@/lib/core/median';

const keptSeconds = 10;
/** A change of the round trip counts from these on; less is noise. */
const minStepMs = 5;
const minStepShare = 0.25;

/** A smoothed round trip of an encoder's link, for settings that must not change every second. */
export class SteadyRoundTrip {
  #recentMs: number[] = [];

  /** To be called once a second. @param rttMs null while no encoder is connected, or nothing is measured yet */
  note(rttMs: number | null): void {
    this.#recentMs = rttMs === null ? [] : [...this.#recentMs, rttMs].slice(-keptSeconds);
  }

  /**
   * The median of the last ten seconds, in whole milliseconds.
   * @param knownMs what is known of it; null: nothing
   * @returns null before ten seconds of a connection, and where it is what is known
   */
  changeFrom(knownMs: number | null): number | null {
    if (this.#recentMs.length < keptSeconds) return null;
    const medianMs = Math.ceil(median(this.#recentMs));
    if (knownMs === null) return medianMs;
    const isChange = Math.abs(medianMs - knownMs) >= Math.max(minStepMs, knownMs * minStepShare);
    return isChange ? medianMs : null;
  }
}
