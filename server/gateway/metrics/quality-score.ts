export interface QualityInput {
  /** Packets lost at the first try. */
  lossPercent: number;
  /** Of the frame rate over the last seconds, from 0 to 1; see instability(). */
  fpsInstability: number;
  /** Of the bitrate, likewise. */
  bitrateInstability: number;
  /** From the camera's encoder to the room. */
  latencyMs: number;
}

/** What each figure may be for nothing, from where on it is at its worst, and how many points it takes then. */
const costs: Record<keyof QualityInput, { free: number; worst: number; points: number }> = {
  lossPercent: { free: 0.1, worst: 10, points: 45 },
  fpsInstability: { free: 0.05, worst: 0.5, points: 35 },
  // An encoder with a constant quality varies with the picture, and each keyframe is a peak: that is no fault.
  bitrateInstability: { free: 0.4, worst: 1, points: 10 },
  latencyMs: { free: 500, worst: 3_000, points: 10 },
};

/**
 * How good a camera's feed is, from 0 to 100: 100 less what each figure costs, which grows evenly from its free value to
 * its worst. docs/decisions/0015-stream-numbers.md says why.
 */
export function qualityScore(input: QualityInput): number {
  const cost = Object.entries(costs).reduce((sum, [name, { free, worst, points }]) => {
    const share = (input[name as keyof QualityInput] - free) / (worst - free);
    return sum + points * Math.min(1, Math.max(0, share));
  }, 0);
  return 100 - cost;
}
