/*
 * The timestamps of MPEG-TS (ISO/IEC 13818-1, 2.4.3.7): 33-bit counts of a 90 kHz clock, which begin anew at 0 every
 * 26.5 hours.
 */

export const ticksPerSecond = 90_000;
export const ticksPerMs = 90;

const wrap = 2 ** 33;

/** The timestamp so many ticks after another, or before it. @param ticks less than 26 hours */
export const addTicks = (timestamp: number, ticks: number): number => (timestamp + ticks + wrap) % wrap;

/**
 * From one timestamp to another, by the shorter way round: below 0 where the other is earlier.
 * @returns ticks, at most 13 hours either way
 */
export const ticksBetween = (from: number, to: number): number => ((to - from + wrap * 1.5) % wrap) - wrap / 2;
