const floorDbfs = -60;
/** A meter falls 20 dB in 1.7 s. Source: IEC 60268-10, peak programme meters of type I. */
const fallDbPerMs = 20 / 1_700;

/** A peak's place in the meter: 0 at −60 dBFS and below, 1 at full scale, linear in decibels. */
export function meterLevel(peak: number): number {
  const dbfs = 20 * Math.log10(peak);
  return Math.min(1, Math.max(0, 1 - dbfs / floorDbfs));
}

/** The level after some time: it rises at once, and falls slowly enough to read. */
export const settledLevel = (shown: number, measured: number, elapsedMs: number): number =>
  Math.max(measured, shown + (fallDbPerMs * elapsedMs) / floorDbfs, 0);
