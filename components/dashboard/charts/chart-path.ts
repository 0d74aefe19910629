import { maxOf } from '@/lib/core/extremes';

export interface Point {
  timeMs: number;
  /** Null where it was not measured. */
  value: number | null;
}

export interface TimeWindow {
  startMs: number;
  endMs: number;
}

/** Charts are drawn in these units, and the browser stretches them. */
export const chartWidth = 1000;
export const chartHeight = 100;

/** A time's position in its window, from 0 to 1 inside. */
export const shareOf = (timeMs: number, { startMs, endMs }: TimeWindow): number =>
  endMs > startMs ? (timeMs - startMs) / (endMs - startMs) : 1;

/**
 * The line through the points inside the window, as an SVG path. It is interrupted where a value is missing and where
 * two points are further apart than `maxGapMs`, because the camera was off.
 * @param top the value at the upper edge; the lower edge is 0
 */
export function chartPath(points: Point[], window: TimeWindow, top: number, maxGapMs: number): string {
  let path = '';
  let last: Point | null = null;
  for (const point of points) {
    const { timeMs, value } = point;
    if (value === null || timeMs < window.startMs || timeMs > window.endMs) {
      last = null;
      continue;
    }
    const x = shareOf(timeMs, window) * chartWidth;
    const y = (1 - Math.min(1, value / top)) * chartHeight;
    const place = `${x.toFixed(1)} ${y.toFixed(1)}`;
    // A line of no length is a dot, for a point without neighbours.
    path += last && timeMs - last.timeMs <= maxGapMs ? `L${place}` : `M${place}h0`;
    last = point;
  }
  return path;
}

/** The periods of a window in which there are no points: longer than `maxGapMs`. */
export function gapsOf(timesMs: number[], { startMs, endMs }: TimeWindow, maxGapMs: number): TimeWindow[] {
  const inside = timesMs.filter((timeMs) => timeMs >= startMs && timeMs <= endMs);
  const edges = [startMs, ...inside, endMs];
  return edges.flatMap((timeMs, index) => {
    const nextMs = edges[index + 1];
    return nextMs !== undefined && nextMs - timeMs > maxGapMs ? [{ startMs: timeMs, endMs: nextMs }] : [];
  });
}

/** The smallest round number that is at least as high as all values, for a readable upper edge. */
export function niceTop(points: Point[], min: number): number {
  const highest = maxOf(
    points.map(({ value }) => value ?? 0),
    min,
  );
  const power = 10 ** Math.floor(Math.log10(highest));
  return ([1, 1.5, 2, 3, 4, 5, 6, 8, 10].find((factor) => factor * power >= highest) ?? 10) * power;
}

/** The point nearest to a time, within `maxGapMs` of it. */
export function nearestPoint<P extends Point>(points: P[], timeMs: number, maxGapMs: number): P | null {
  let nearest: P | null = null;
  for (const point of points) {
    const distanceMs = Math.abs(point.timeMs - timeMs);
    if (distanceMs <= maxGapMs && (!nearest || distanceMs < Math.abs(nearest.timeMs - timeMs))) nearest = point;
  }
  return nearest;
}
