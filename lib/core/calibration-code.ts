/** The largest correction of a camera's times: a clock that is further off is no matter of latency. */
export const maxOffsetMs = 60_000;

/** How long each code is shown. */
export const codeStepMs = 50;

// Node runs this file as it is for the tests' camera, so it imports nothing.
const dayMs = 24 * 60 * 60 * 1_000;
/** Tells our codes from others that a camera may see. */
const text = /^51(\d{8})$/;

/** The code that is shown at a moment: digits alone, which make the fewest modules. @param nowMs since 1970 */
export function codeTextAt(nowMs: number): string {
  const shownMs = Math.floor(nowMs / codeStepMs) * codeStepMs;
  return `51${String(shownMs % dayMs).padStart(8, '0')}`;
}

/** When a code was first shown, in milliseconds of its day. @returns null for a text that is no such code */
export function codeMsOf(code: string): number | null {
  const digits = text.exec(code)?.[1];
  const ms = Number(digits);
  return digits !== undefined && ms < dayMs && ms % codeStepMs === 0 ? ms : null;
}

/** A frame in which a code was read. */
export interface CodeReading {
  /** When the code was first shown, in milliseconds of its day. */
  codeMs: number;
  /** When the frame was captured, as the recording has it, in milliseconds since 1970. */
  capturedMs: number;
}

/** Fewer frames than this may be chance. */
const minReadings = 10;
/** This share of the frames must agree: a code may have been shown late. */
const minAgreement = 0.6;

/**
 * The milliseconds that bring the times of a camera's recording to the screen's clock. Each frame says it within one
 * step. Where most of them agree, they say it within a quarter of a frame.
 * @returns null where too few frames agree
 */
export function screenOffsetMs(readings: readonly CodeReading[]): number | null {
  const [first] = readings;
  if (!first || readings.length < minReadings) return null;
  const base = first.codeMs - first.capturedMs;
  const starts = readings.map(({ codeMs, capturedMs }) => ofDay(codeMs - capturedMs - base)).toSorted((a, b) => a - b);
  // Most agree within a window of one step that begins with one of them.
  const counts = starts.map((start) => starts.filter((other) => other >= start && other < start + codeStepMs).length);
  const agreeing = counts.reduce((most, count) => Math.max(most, count), 0);
  if (agreeing < minReadings || agreeing < readings.length * minAgreement) return null;
  const from = starts[counts.indexOf(agreeing)] ?? 0;
  const to = starts.findLast((start) => start < from + codeStepMs) ?? from;
  // The offset is after each one's start, and before each one's end.
  return ofDay(base + (to + from + codeStepMs) / 2);
}

/** The milliseconds that bring a camera's times to those of another, by the offsets of both to the screen. */
export const correctionMs = (offsetMs: number, referenceMs: number): number => ofDay(offsetMs - referenceMs);

/** A difference of times of day, from minus to plus twelve hours. */
const ofDay = (ms: number): number => ((((ms + dayMs / 2) % dayMs) + dayMs) % dayMs) - dayMs / 2;
