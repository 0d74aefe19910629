import { clamp } from './clamp';
import { maxOf } from './extremes';

/** Bounds of the time from capture to players that are kept in step. */
export const playersDelayLimitsMs = { min: 100, max: 8_000 } as const;

/** A camera's latency varies, and its packets have to reach the output before they are due. */
const marginMs = 60;
const stepMs = 20;
/** For an event whose cameras are all off. */
const usualMs = 500;

/**
 * Proposes the delay of an event's players: enough for its slowest camera.
 * @param latenciesMs of its live cameras, from capture to the room
 */
export function proposePlayersDelayMs(latenciesMs: readonly number[]): number {
  const neededMs = latenciesMs.length === 0 ? usualMs : maxOf(latenciesMs) + marginMs;
  return clamp(Math.ceil(neededMs / stepMs) * stepMs, playersDelayLimitsMs.min, playersDelayLimitsMs.max);
}
