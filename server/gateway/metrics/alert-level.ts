import type { AlertLevel } from '@/lib/contracts/metrics';

/** As the quality bar is coloured (spec, section 9): at or below is amber, at or below is red. */
const limits = { warning: 80, critical: 60 } as const;
/** Only a score this far above a limit is over it again. */
const margin = 5;
/** How many seconds in a row raise an alert, and how many end it. */
const riseAfter = 3;
const fallAfter = 10;

interface Threshold {
  isOn: boolean;
  /** Samples in a row that speak against `isOn`. */
  streak: number;
}

/** Between two samples, all that the alert level of the next depends on. */
export interface AlertState {
  level: AlertLevel;
  warning: Threshold;
  critical: Threshold;
}

const off: Threshold = { isOn: false, streak: 0 };
export const noAlert: AlertState = { level: 'healthy', warning: off, critical: off };

/**
 * The alert level after one more second. A level is entered when the score has been at or below its limit for 3 samples
 * in a row, and left when it has been more than 5 above for 10: a score that wavers around a limit changes it once.
 * @param score from 0 to 100
 */
export function nextAlert(state: AlertState, score: number): AlertState {
  const warning = nextThreshold(state.warning, score, limits.warning);
  const critical = nextThreshold(state.critical, score, limits.critical);
  return { level: critical.isOn ? 'critical' : warning.isOn ? 'warning' : 'healthy', warning, critical };
}

function nextThreshold({ isOn, streak }: Threshold, score: number, limit: number): Threshold {
  const speaksAgainst = isOn ? score > limit + margin : score <= limit;
  if (!speaksAgainst) return { isOn, streak: 0 };
  const isEnough = streak + 1 >= (isOn ? fallAfter : riseAfter);
  return isEnough ? { isOn: !isOn, streak: 0 } : { isOn, streak: streak + 1 };
}
