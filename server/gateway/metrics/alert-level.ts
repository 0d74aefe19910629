import type { AlertLevel } from '@/lib/contracts/metric-figures';

/**
 * The limits of the quality bar's colors (spec, section 9): amber at or below the first, red at or below the second.
 */
const limits = { warning: 80, critical: 60 } as const;
/** A score must exceed a limit by this much to end an alert. */
const margin = 5;
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
  const warning = nextThreshold(state.warning, score, limits.warning);
  const critical = nextThreshold(state.critical, score, limits.critical);
  return { level: critical.isOn ? 'critical' : warning.isOn ? 'warning' : 'healthy', warning, critical };
}

function nextThreshold({ isOn, streak }: Threshold, score: number, limit: number): Threshold {
  const contradicts = isOn ? score > limit + margin : score <= limit;
  if (!contradicts) return { isOn, streak: 0 };
  const isEnough = streak + 1 >= (isOn ? fallAfter : riseAfter);
  return isEnough ? { isOn: !isOn, streak: 0 } : { isOn, streak: streak + 1 };
}
