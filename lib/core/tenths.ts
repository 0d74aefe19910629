/** A figure to one decimal, as reports have seconds. */
export const tenths = (value: number): number => Math.round(value * 10) / 10;
