import { clamp } from './clamp';
import { maxOf, minOf } from './extremes';
import { median } from './median';
import { nthLowest } from './nth-lowest';

/** Clocks behind a capture time, from the best to the worst. */
export const captureClocks = ['encoder', 'sound', 'calibrated', 'sent', 'arrival'] as const;

/**
 * The clock behind a capture time. `encoder`: the encoder's own time of capture. `sound`: what several cameras hear
 * together. `calibrated`: a person measured the camera. `sent`: the time of sending. `arrival`: the time of arrival.
 */
export type CaptureClock = (typeof captureClocks)[number];

/** How a capture time is known. */
export interface Captured {
  clock: CaptureClock;
  /** The time is within so much of the true one, as far as that clock can say. */
  uncertaintyMs: number;
}

/** A reading of one moment of a run, which is a stretch of a camera's timestamps without a break. */
export interface CaptureReading {
  /** The camera's clock since the run began; grows from reading to reading. */
  mediaUs: number;
  /** The time that was read, since 1970. */
  wallUs: number;
}

/** A run in time. */
export interface CaptureFit {
  /** When the moment was captured, in microseconds since 1970. */
  wallUsAt(mediaUs: number): number;
  /** How far the readings let the times be wrong. */
  uncertaintyMs: number;
}

/** A measured shift of a camera, for a range of its recording: by ear, or by calibration. */
export interface CaptureCorrection extends Captured {
  /** Capture times of the range, as they are without any correction, in microseconds since 1970. */
  fromUs: number;
  toUs: number;
  /** Is added to the capture times. */
  shiftMs: number;
}

/** The lowest reading of each window stands for it. */
const windowUs = 5e6;
/** In a shorter run no drift can be told from the delays. */
const minDriftSpanUs = 30e6;
/** More than a camera's clock ever drifts: crystals are specified to 100 ppm or better. */
const maxDrift = 400e-6;
/** Some encoders count frames by a nominal rate. Such a slope counts only where nearly all windows rest on it. */
const maxSlope = 0.05;
const slopeSupport = 0.9;
/** No way holds packets back for longer: the camera's timestamps slide, and are followed. */
const slidesUs = 3e6;
/** A clock's rate follows its temperature, so a long run gets a line for each knot. */
const knotUs = 600e6;
const knotReachUs = 900e6;
/** Bounds of how near to the line a window is that supports it. */
const supportUs = { min: 2_000, max: 30_000 };
/** Windows that say how sure a line is. */
const tellingWindows = 3;
/** Without enough of them. */
const unprovenMs = 20;
const usPerMs = 1_000;

interface Point {
  mediaUs: number;
  /** The reading less the camera's clock, and less that of the first reading. */
  offsetUs: number;
}

interface Sloped {
  atUs: number;
  offsetUs: number;
  drift: number;
}

interface Line extends Sloped {
  uncertaintyUs: number;
  /** How late its latest window is. */
  maxLateUs: number;
}

/**
 * Fits a run whose readings are each late by an unknown delay, and never early. The fit is their lower envelope, with a
 * slope for the drift of the camera's clock. Long spells of late readings move nothing while others are on time. This is the clock skew
 * estimation of Moon, Skelly and Towsley (INFOCOM 1999), but with the line that most windows rest on. Takes O(n).
 * @param readings in order, at least one
 */
export function fitLateReadings(readings: CaptureReading[]): CaptureFit {
  const baseUs = offsetOf(readings[0]);
  const points = lowestPoints(readings, baseUs);
  const firstUs = points[0]?.mediaUs ?? 0;
  const lines = reachesOf(points).map(fitLowerLine);
  if (lines.some(({ maxLateUs }) => maxLateUs > slidesUs)) return followPoints(points, baseUs);
  const offsetAt = (line: Line | undefined, mediaUs: number) =>
    line ? line.offsetUs + (mediaUs - line.atUs) * line.drift : 0;
  return {
    wallUsAt: (mediaUs) => {
      const knot = clamp((mediaUs - firstUs) / knotUs, 0, lines.length - 1);
      const index = Math.floor(knot);
      const before = offsetAt(lines[index], mediaUs);
      const after = offsetAt(lines[index + 1] ?? lines[index], mediaUs);
      return mediaUs + baseUs + before + (after - before) * (knot - index);
    },
    uncertaintyMs: lines.reduce((worstUs, line) => Math.max(worstUs, line.uncertaintyUs), 0) / usPerMs,
  };
}

/**
 * Fits a run whose readings err in both directions, as an encoder's own times do. A step of the encoder's clock stays
 * where it is. Takes O(n).
 * @param readings in order, at least one
 */
export function fitExactReadings(readings: CaptureReading[]): CaptureFit {
  const baseUs = offsetOf(readings[0]);
  return followPoints(windowsOf(readings, baseUs).map(middleOf), baseUs);
}

function followPoints(points: Point[], baseUs: number): CaptureFit {
  const steps = points.slice(1).map((point, index) => Math.abs(point.offsetUs - (points[index] ?? point).offsetUs));
  let index = 0;
  return {
    wallUsAt: (mediaUs) => {
      if (mediaUs < (points[index]?.mediaUs ?? 0)) index = 0;
      while ((points[index + 1]?.mediaUs ?? Number.POSITIVE_INFINITY) <= mediaUs) index++;
      return mediaUs + baseUs + between(points[index], points[index + 1], mediaUs);
    },
    uncertaintyMs: (steps.length > 0 ? median(steps) : usPerMs) / usPerMs,
  };
}

/**
 * The correction that holds for a run: the one that overlaps it longest, then the surer one. A run has one shift, since
 * what a camera takes inside is settled when its encoder starts.
 * @param fromUs the run's capture times without correction, in microseconds since 1970
 */
export function correctionOf(
  fromUs: number,
  toUs: number,
  corrections: CaptureCorrection[],
): CaptureCorrection | undefined {
  const overlapUs = (one: CaptureCorrection) => Math.min(toUs, one.toUs) - Math.max(fromUs, one.fromUs);
  return corrections
    .filter((one) => overlapUs(one) > 0)
    .toSorted((a, b) => overlapUs(b) - overlapUs(a) || a.uncertaintyMs - b.uncertaintyMs)[0];
}

/** The worse of two: by its uncertainty, then by its clock. */
export function worseCaptured(one: Captured, other: Captured): Captured {
  const apart =
    other.uncertaintyMs - one.uncertaintyMs || captureClocks.indexOf(other.clock) - captureClocks.indexOf(one.clock);
  return apart > 0 ? other : one;
}

const offsetOf = (reading: CaptureReading | undefined): number => (reading ? reading.wallUs - reading.mediaUs : 0);

function windowsOf(readings: CaptureReading[], baseUs: number): Point[][] {
  const windows: Point[][] = [];
  let endUs = Number.NEGATIVE_INFINITY;
  for (const reading of readings) {
    const point = { mediaUs: reading.mediaUs, offsetUs: offsetOf(reading) - baseUs };
    if (point.mediaUs < endUs) {
      windows.at(-1)?.push(point);
    } else {
      windows.push([point]);
      endUs = point.mediaUs + windowUs;
    }
  }
  return windows;
}

/** The lowest reading of each window. A day has a hundred thousand readings, so nothing is made of the others. */
function lowestPoints(readings: CaptureReading[], baseUs: number): Point[] {
  const points: Point[] = [];
  let lowest: Point | null = null;
  let endUs = Number.NEGATIVE_INFINITY;
  for (const reading of readings) {
    const { mediaUs } = reading;
    const offsetUs = offsetOf(reading) - baseUs;
    if (!lowest || mediaUs >= endUs) {
      lowest = { mediaUs, offsetUs };
      points.push(lowest);
      endUs = mediaUs + windowUs;
    } else if (offsetUs < lowest.offsetUs) {
      lowest.mediaUs = mediaUs;
      lowest.offsetUs = offsetUs;
    }
  }
  return points;
}

const lowestOf = (points: Point[]): Point =>
  points.reduce((lowest, point) => (point.offsetUs < lowest.offsetUs ? point : lowest));

const middleOf = (window: Point[]): Point => ({
  mediaUs: median(window.map(({ mediaUs }) => mediaUs)),
  offsetUs: median(window.map(({ offsetUs }) => offsetUs)),
});

/** Beyond the first and the last point their value holds. */
function between(before: Point | undefined, after: Point | undefined, mediaUs: number): number {
  if (!before) return 0;
  if (!after || mediaUs <= before.mediaUs) return before.offsetUs;
  const share = (mediaUs - before.mediaUs) / (after.mediaUs - before.mediaUs);
  return before.offsetUs + (after.offsetUs - before.offsetUs) * share;
}

/** The points that decide at each knot, the first of which lies at the first point. */
function reachesOf(points: Point[]): Point[][] {
  const firstUs = points[0]?.mediaUs ?? 0;
  const spanUs = (points.at(-1)?.mediaUs ?? 0) - firstUs;
  if (spanUs <= 2 * knotReachUs) return [points];
  let [from, to] = [0, 0];
  const isBefore = (index: number, mediaUs: number) => (points[index]?.mediaUs ?? Number.POSITIVE_INFINITY) < mediaUs;
  return Array.from({ length: Math.ceil(spanUs / knotUs) + 1 }, (_, knot) => {
    const middleUs = firstUs + clamp(knot * knotUs, knotReachUs, spanUs - knotReachUs);
    while (isBefore(from, middleUs - knotReachUs)) from++;
    while (isBefore(to, middleUs + knotReachUs)) to++;
    return points.slice(from, to);
  });
}

/** The line below all points that most of them rest on. */
function fitLowerLine(points: Point[]): Line {
  const first = points[0] ?? { mediaUs: 0, offsetUs: 0 };
  const spanUs = (points.at(-1)?.mediaUs ?? 0) - first.mediaUs;
  const lowest = lowestOf(points);
  const level = { atUs: lowest.mediaUs, offsetUs: lowest.offsetUs, drift: 0 };
  const isPlausible = (line: Sloped) =>
    Math.abs(line.drift) <= maxDrift ||
    points.filter((point) => residualOf(point, line) <= supportUs.max).length >= slopeSupport * points.length;
  const lines = spanUs < minDriftSpanUs ? [level] : [level, ...hullEdges(points).filter(isPlausible)];
  const residualsUs = lines.map((line) => residualsOf(points, line));
  const quarter = Math.floor(points.length / 4);
  const quarterUs = minOf(residualsUs.map((residuals) => nthLowest(residuals, quarter) ?? 0));
  const reachUs = clamp(quarterUs, supportUs.min, supportUs.max);
  const supports = residualsUs.map((residuals) => supportOf(residuals, reachUs));
  const best = supports.indexOf(maxOf(supports));
  const nearUs = residualsUs[best] ?? new Float64Array();
  const uncertaintyUs = nthLowest(nearUs, tellingWindows - 1) ?? unprovenMs * usPerMs;
  return { ...(lines[best] ?? level), uncertaintyUs, maxLateUs: nthLowest(nearUs, nearUs.length - 1) ?? 0 };
}

function residualsOf(points: Point[], line: Sloped): Float64Array {
  const residuals = new Float64Array(points.length);
  const { atUs, offsetUs, drift } = line;
  for (let index = 0; index < points.length; index++) {
    const point = points[index];
    if (point) residuals[index] = point.offsetUs - offsetUs - (point.mediaUs - atUs) * drift;
  }
  return residuals;
}

/** How much of the residuals lies on the line: each counts less, the further away it is. */
function supportOf(residualsUs: Float64Array, reachUs: number): number {
  let support = 0;
  for (const us of residualsUs) support += Math.exp(-us / reachUs);
  return support;
}

const residualOf = (point: Point, line: Sloped): number =>
  point.offsetUs - line.offsetUs - (point.mediaUs - line.atUs) * line.drift;

/** The edges of the lower convex hull that timestamps can explain (Andrew's monotone chain). */
function hullEdges(points: Point[]): Sloped[] {
  const hull: Point[] = [];
  for (const point of points) {
    while (hull.length > 1 && driftBetween(hull.at(-2), hull.at(-1)) >= driftBetween(hull.at(-1), point)) hull.pop();
    hull.push(point);
  }
  return hull.slice(1).flatMap((point, index) => {
    const drift = driftBetween(hull[index], point);
    return Math.abs(drift) <= maxSlope ? [{ atUs: point.mediaUs, offsetUs: point.offsetUs, drift }] : [];
  });
}

const driftBetween = (from: Point | undefined, to: Point | undefined): number =>
  from && to ? (to.offsetUs - from.offsetUs) / (to.mediaUs - from.mediaUs) : 0;
