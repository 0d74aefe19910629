export interface QualityInput {
  /** Share of packets lost at the first try. */
  lossPercent: number;
  /** Instability of the frame rate over the last seconds, from 0 to 1; see instability(). */
  fpsInstability: number;
  /** Instability of the bitrate, from 0 to 1. */
  bitrateInstability: number;
  /** From the camera's encoder to the room. */
  latencyMs: number;
}

/** The value up to which a figure costs nothing, the value from which it costs all its points, and those points. */
const costs: Record<keyof QualityInput, { free: number; worst: number; points: number }> = {
  lossPercent: { free: 0.1, worst: 10, points: 45 },
  fpsInstability: { free: 0.05, worst: 0.5, points: 35 },
  // The bitrate of constant quality varies with the content, and each keyframe is a peak: neither is a fault.
  bitrateInstability: { free: 0.4, worst: 1, points: 10 },
  latencyMs: { free: 500, worst: 3_000, points: 10 },
};

/**
 * The quality of a camera's feed, from 0 to 100: 100 minus the cost of each figure. A cost grows linearly from the
 * figure's free value to its worst. See docs/decisions/0015 for the reasons.
 */
export function qualityScore(input: QualityInput): number {
  const cost = Object.entries(costs).reduce((sum, [name, { free, worst, points }]) => {
    const share = (input[name as keyof QualityInput] - free) / (worst - free);
    return sum + points * Math.min(1, Math.max(0, share));
  }, 0);
  return 100 - cost;
}
