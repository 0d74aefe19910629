import type { AlertLevel } from '@/lib/contracts/metric-figures';

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

/**
 * How unsteady figures are: their standard deviation as a share of their mean (the coefficient of variation), at most
 * 1. All zeros give 1, because nothing arrives. Fewer than two figures give 0.
 */
export function instability(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  if (mean <= 0) return 1;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return Math.min(1, Math.sqrt(variance) / mean);
}

/**
 * The limits of the quality bar's colors (spec, section 9): amber at or below the first, red at or below the second.
 */
const alertLimits = { warning: 80, critical: 60 } as const;
/** A score must exceed a limit by this much to end an alert. */
const alertMargin = 5;
/** Seconds in a row that raise an alert, and that end it. */
const riseAfter = 3;
const fallAfter = 10;

interface Threshold {
  isOn: boolean;
  /** Samples in a row that contradict `isOn`. */
  streak: number;
}

/** State that decides the next alert level, together with the next score. */
export interface AlertState {
  level: AlertLevel;
  warning: Threshold;
  critical: Threshold;
}

const off: Threshold = { isOn: false, streak: 0 };
export const noAlert: AlertState = { level: 'healthy', warning: off, critical: off };

/**
 * The alert level after one more second. It worsens after 3 samples in a row at or below a limit. It recovers after 10 in
 * a row more than 5 above it, so a score that wavers around a limit changes the level once.
 * @param score from 0 to 100
 */
export function nextAlert(state: AlertState, score: number): AlertState {
  const warning = nextThreshold(state.warning, score, alertLimits.warning);
  const critical = nextThreshold(state.critical, score, alertLimits.critical);
  return { level: critical.isOn ? 'critical' : warning.isOn ? 'warning' : 'healthy', warning, critical };
}

function nextThreshold({ isOn, streak }: Threshold, score: number, limit: number): Threshold {
  const contradicts = isOn ? score > limit + alertMargin : score <= limit;
  if (!contradicts) return { isOn, streak: 0 };
  const isEnough = streak + 1 >= (isOn ? fallAfter : riseAfter);
  return isEnough ? { isOn: !isOn, streak: 0 } : { isOn, streak: streak + 1 };
}
