/** Frames a second, as a fraction. */
export interface FrameRate {
  num: number;
  den: number;
}

/** The rates of broadcasts by their names, which every editor takes for a sequence. */
export const broadcastRates = {
  '23.976': { num: 24_000, den: 1_001 },
  '24': { num: 24, den: 1 },
  '25': { num: 25, den: 1 },
  '29.97': { num: 30_000, den: 1_001 },
  '30': { num: 30, den: 1 },
  '50': { num: 50, den: 1 },
  '59.94': { num: 60_000, den: 1_001 },
  '60': { num: 60, den: 1 },
} as const satisfies Record<string, FrameRate>;

export type BroadcastRate = keyof typeof broadcastRates;

/** From the lowest to the highest. */
export const broadcastRateNames = (Object.keys(broadcastRates) as BroadcastRate[]).sort(
  (one, other) => Number(one) - Number(other),
);

/** Whether a text of a form names a broadcast rate. */
export const isBroadcastRate = (text: string): text is BroadcastRate => Object.hasOwn(broadcastRates, text);

const broadcastRateList: FrameRate[] = broadcastRateNames.map((name) => broadcastRates[name]);
/** The rates that cameras are expected to have. */
const usualRates: FrameRate[] = [...broadcastRateList, ...[48, 100, 120].map((num) => ({ num, den: 1 }))];
const maxError = 0.02;
const fallback: FrameRate = { num: 30, den: 1 };

/**
 * The broadcast rate that is a simple multiple or part of a rate, or else the next one. So 15 and 120 are shown at 30 and
 * 60, 12 at 24, 100 at 50.
 */
export function broadcastRateOf(rate: FrameRate): FrameRate {
  const fps = framesPerSecond(rate);
  const fitting = [1, 2, 1 / 2, 3, 4].flatMap((times) =>
    broadcastRateList.filter((candidate) => Math.abs(framesPerSecond(candidate) / (fps * times) - 1) < 1e-6),
  );
  const distanceOf = (candidate: FrameRate) => Math.abs(framesPerSecond(candidate) - fps);
  const nearest = broadcastRateList.toSorted((one, other) => distanceOf(one) - distanceOf(other))[0];
  return fitting[0] ?? nearest ?? fallback;
}

/** Frames a second, as a number. */
export const framesPerSecond = ({ num, den }: FrameRate): number => num / den;

/**
 * The usual rate next to a measured one; a camera of another rate gets a whole number.
 * @param fps measured; 0 or NaN where nothing is known, which counts as 30
 */
export function usualRateOf(fps: number): FrameRate {
  if (!(fps > 0)) return fallback;
  const errorOf = (rate: FrameRate) => Math.abs(framesPerSecond(rate) / fps - 1);
  const nearest = usualRates.reduce((best, rate) => (errorOf(rate) < errorOf(best) ? rate : best));
  return errorOf(nearest) <= maxError ? nearest : { num: Math.max(1, Math.round(fps)), den: 1 };
}
