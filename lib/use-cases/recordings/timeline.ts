import {
  type RecordedFormat,
  type RecordingClock,
  readRecordingLines,
  recordingClockSchema,
} from '@/lib/contracts/recording-index';
import {
  type CaptureCorrection,
  type Captured,
  type CaptureFit,
  type CaptureReading,
  correctionOf,
  fitExactReadings,
  fitLateReadings,
} from '@/lib/core/capture-fit';
import { joinWriters } from '@/lib/core/join-writers';
import { median } from '@/lib/core/median';
import { ticksBetween, ticksPerMs } from '@/lib/core/timestamp33';
import { IndexReader, type Keyframe } from './index-reader';

/** From a keyframe to the next one, or to a later one where parts are joined. */
export interface TimelinePart {
  file: string;
  /** Its bytes in the file. */
  from: number;
  to: number;
  /** PAT and PMT, which a player reads before them. */
  tables: Buffer;
  /** When the camera captured its first frame, in microseconds since 1970. */
  startUs: number;
  durationUs: number;
  /** It does not go on from the part before. */
  beginsRun: boolean;
  /** How its run's times are known: the same object for all parts of a run. */
  captured: CapturedRun;
}

/** How the times of a run are known. */
export interface CapturedRun extends Captured {
  /**
   * How much later it stands than the camera's timestamps say, which went on since the run before it. Null where they
   * began anew, and for a run that was corrected.
   */
  apartMs: number | null;
  /** Was added to its times by a correction. */
  shiftMs: number;
}

/** A recording in time: the same parts for playing and for export. */
export interface Timeline {
  parts: TimelinePart[];
  /** The camera's last format; null if unknown. */
  format: RecordedFormat | null;
  /** Its thumbnails, oldest first: the time that names each, and the time at which it is shown, in microseconds since 1970. */
  thumbnails: { fileUs: number; atUs: number }[];
}

/** The timeline of a recording that nobody has read. */
export const noTimeline: Timeline = { parts: [], format: null, thumbnails: [] };

/**
 * A timeline without the part that is being written, which a player would keep as short as it found it.
 * @param endedAt null while the recording goes on
 */
export const settled = ({ parts, format, thumbnails }: Timeline, endedAt: Date | null): Timeline => ({
  parts: endedAt ? parts : parts.slice(0, -1),
  format,
  thumbnails,
});

/**
 * Moves each run of a timeline by the correction that was measured for it. Everything that is shown, played or exported
 * passes through here.
 */
export function correctTimeline({ parts, format, thumbnails }: Timeline, corrections: CaptureCorrection[]): Timeline {
  const moves = corrections.length === 0 ? [] : movesOf(parts, corrections);
  if (moves.length === 0) return { parts, format, thumbnails };
  const shiftAt = (us: number) =>
    moves.find(({ fromUs, toUs }) => us > fromUs - maxStepErrorUs && us < toUs + maxStepErrorUs)?.correction.shiftMs ??
    0;
  let index = 0;
  return {
    parts: parts.map((part) => {
      while ((moves[index]?.toUs ?? Number.POSITIVE_INFINITY) <= part.startUs) index++;
      const move = moves[index];
      if (!move || part.startUs < move.fromUs) return part;
      const { clock, uncertaintyMs, shiftMs } = move.correction;
      return {
        ...part,
        startUs: part.startUs + shiftMs * usPerMs,
        captured: { clock, uncertaintyMs, apartMs: null, shiftMs },
      };
    }),
    format,
    thumbnails: thumbnails.map((one) => ({ ...one, atUs: one.atUs + shiftAt(one.atUs) * usPerMs })),
  };
}

/** The runs that are moved, in order. */
function movesOf(parts: TimelinePart[], corrections: CaptureCorrection[]) {
  return runsOf(parts).flatMap(({ startUs: fromUs, endUs: toUs }) => {
    const correction = correctionOf(fromUs, toUs, corrections);
    return correction ? [{ fromUs, toUs, correction }] : [];
  });
}

/** A stretch without a break. */
export interface TimelineRun {
  parts: TimelinePart[];
  /** In microseconds since 1970. */
  startUs: number;
  endUs: number;
}

/** The runs that parts belong to, in order. */
export function runsOf(parts: TimelinePart[]): TimelineRun[] {
  const runs: TimelineRun[] = [];
  for (const part of parts) {
    const endUs = part.startUs + part.durationUs;
    const run = runs.at(-1);
    if (run && !part.beginsRun) {
      run.parts.push(part);
      run.endUs = endUs;
    } else runs.push({ parts: [part], startUs: part.startUs, endUs });
  }
  return runs;
}

const usPerMs = 1_000;
const ticksPerUs = ticksPerMs / usPerMs;
/** By how much the wall clock may move against the camera's from a keyframe to the next of the same run. */
const maxStepErrorUs = 1_000_000;
/** In a longer time away, a camera's drift alone moves it by a frame. */
const maxAwayUs = 120e6;
const usualDurationUs = 1_000_000;
/** How long the last frame is shown. */
const usualFrameUs = 1e6 / 30;
const maxLastDurationUs = 20_000_000;
const fitsOf: Record<RecordingClock, (readings: CaptureReading[]) => CaptureFit> = {
  encoder: fitExactReadings,
  sent: fitLateReadings,
  arrival: fitLateReadings,
};

/**
 * Puts the indexes of a recording together, one for each process that has written.
 * @param indexes their texts, in any order, however they have ended
 * @param sizes of the files, in bytes: what an index says beyond is lost
 * @param thumbnailsUs when the thumbnails were captured
 */
export function buildTimeline(indexes: string[], sizes: Map<string, number>, thumbnailsUs: number[] = []): Timeline {
  const files = indexes.map((text) => {
    const reader = new IndexReader();
    for (const line of readRecordingLines(text)) reader.addLine(line);
    reader.takeDelays();
    return reader.keyframes.filter(({ file, offset }) => offset < (sizes.get(file) ?? 0));
  });
  const keyframes = joinWriters(files);
  const runs = new TimelineRuns((file) => sizes.get(file) ?? 0);
  for (const keyframe of keyframes) runs.add(keyframe);
  return {
    parts: runs.parts(),
    format: lastFormat(keyframes),
    thumbnails: thumbnailsUs.map((atUs) => ({ fileUs: atUs, atUs })),
  };
}

/** The camera's format at the last of some keyframes; null if unknown. */
const lastFormat = (keyframes: Keyframe[]): RecordedFormat | null =>
  keyframes.findLast(({ format }) => format !== null)?.format ?? null;

/** A keyframe and its time, in microseconds since 1970. */
interface RunStart {
  keyframe: Keyframe;
  startUs: number;
}

/** The parts of a long run are settled in blocks of this length. */
const blockUs = 3_600e6;
/** Readings so far around a block decide about its times, and no others (capture-fit.ts: the reach and one knot). */
const marginUs = 1_500e6;

/** The length of joined parts: of a long run, a part for each keyframe is more than a screen shows or a player seeks. */
const joinedUs = { atFirst: 0.5e6, afterBlock: 4e6 };

/** Parts of one step are joined. It follows from the camera's timestamps, so that no part's index ever changes. */
const stepAt = (mediaUs: number): number =>
  mediaUs < blockUs
    ? Math.floor(mediaUs / joinedUs.atFirst)
    : blockUs / joinedUs.atFirst + Math.floor((mediaUs - blockUs) / joinedUs.afterBlock);

/** The state of {@link TimelineRuns}, from which another one goes on. */
export interface RunsState {
  settled: TimelinePart[];
  run: Keyframe[];
  settledUs: number;
  captured: CapturedRun | null;
  last: RunStart | null;
}

/**
 * Makes parts of keyframes, one after the other. Keyframes whose timestamps go on from one to the next are a run. Runs that
 * have ended and the settled blocks of a long run never change again, so adding a keyframe to a week takes no longer.
 */
export class TimelineRuns {
  readonly #sizeOf: (file: string) => number;
  readonly #isJoined: boolean;
  readonly #settled: TimelinePart[];
  /** The last run: its part that is not settled, and the margin before it. */
  #run: Keyframe[];
  #settledUs: number;
  #captured: CapturedRun | null;
  /** The last keyframe that is settled. */
  #last: RunStart | null;

  /**
   * @param sizeOf the bytes of a file, as far as it is known
   * @param isJoined whether parts are as long as players need them, instead of one for each keyframe
   * @param state to go on from; none: nothing is there yet
   */
  constructor(sizeOf: (file: string) => number, isJoined = false, state: RunsState | null = null) {
    this.#sizeOf = sizeOf;
    this.#isJoined = isJoined;
    this.#settled = state?.settled ?? [];
    this.#run = state?.run ?? [];
    this.#settledUs = state?.settledUs ?? 0;
    this.#captured = state?.captured ?? null;
    this.#last = state?.last ?? null;
  }

  /** Its state, from which another one goes on. */
  get state(): RunsState {
    return {
      settled: this.#settled,
      run: this.#run,
      settledUs: this.#settledUs,
      captured: this.#captured,
      last: this.#last,
    };
  }

  /** @param keyframe does not change any more, but for where it ends */
  add(keyframe: Keyframe): void {
    const last = this.#run.at(-1);
    if (!last || keyframe.isBreak || !goesOn(last, keyframe)) {
      this.#endRun();
      keyframe.mediaUs = 0;
      this.#run = [keyframe];
      return;
    }
    keyframe.mediaUs = last.mediaUs + ticksBetween(last.pts, keyframe.pts) / ticksPerUs;
    while (keyframe.mediaUs >= this.#settledUs + blockUs + marginUs) this.#settleBlock();
    this.#run.push(keyframe);
  }

  /**
   * All parts, as they are now.
   * @param next a keyframe that follows, and may still change
   */
  parts(next?: Keyframe): TimelinePart[] {
    const ahead = new TimelineRuns(this.#sizeOf, this.#isJoined);
    ahead.#run = [...this.#run];
    ahead.#settledUs = this.#settledUs;
    ahead.#captured = this.#captured && { ...this.#captured };
    ahead.#last = this.#last;
    if (next) ahead.add(next);
    ahead.#endRun();
    const parts = this.#settled.concat(ahead.#settled);
    const [first] = ahead.#settled;
    const before = this.#settled.at(-1);
    if (before && first && !first.beginsRun) parts[this.#settled.length - 1] = joinedTo(before, first);
    return parts;
  }

  #settleBlock(): void {
    const untilUs = this.#settledUs + blockUs;
    const deciding = this.#run.filter(({ mediaUs }) => mediaUs < untilUs + marginUs);
    this.#settle(deciding, untilUs);
    this.#run = this.#run.filter(({ mediaUs }) => mediaUs >= untilUs - marginUs);
    this.#settledUs = untilUs;
  }

  #endRun(): void {
    if (this.#run.length > 0) this.#settle(this.#run, Number.POSITIVE_INFINITY);
    this.#run = [];
    this.#settledUs = 0;
    this.#captured = null;
  }

  /** Settles the parts up to a moment of the run. @param deciding about their times */
  #settle(deciding: Keyframe[], untilUs: number): void {
    if (deciding.length === 0) return;
    const { starts, captured } = captureTimes(deciding);
    this.#captured ??= { ...captured, apartMs: this.#apartMs(deciding[0], starts[0]), shiftMs: 0 };
    this.#captured.uncertaintyMs = Math.max(this.#captured.uncertaintyMs, captured.uncertaintyMs);
    let before: TimelinePart | null = null;
    let beforeStep = -1;
    for (let index = 0; index < deciding.length; index++) {
      const keyframe = deciding[index];
      if (!keyframe || keyframe.mediaUs < this.#settledUs || keyframe.mediaUs >= untilUs) continue;
      const { mediaUs } = keyframe;
      const startUs = starts[index] ?? keyframe.wallUs;
      const endUs = starts[index + 1] ?? endOfRun(keyframe, starts);
      const to = Math.min(keyframe.endBytes ?? Number.POSITIVE_INFINITY, this.#sizeOf(keyframe.file));
      const step = this.#isJoined ? stepAt(mediaUs) : index;
      this.#last = { keyframe, startUs };
      // Steps do not cross blocks, so nobody has this part yet.
      if (before && step === beforeStep && before.file === keyframe.file && before.to === keyframe.offset) {
        before.to = to;
        before.durationUs = Math.max(1, Math.round(endUs - before.startUs));
        continue;
      }
      const part: TimelinePart = {
        file: keyframe.file,
        from: keyframe.offset,
        to,
        tables: keyframe.tables,
        startUs,
        durationUs: Math.max(1, Math.round(endUs - startUs)),
        beginsRun: mediaUs === 0,
        captured: this.#captured,
      };
      // Within a block, a part lasts until the next one anyway.
      const settledBefore = before === null && mediaUs > 0 ? this.#settled.at(-1) : null;
      if (settledBefore) this.#settled[this.#settled.length - 1] = joinedTo(settledBefore, part);
      this.#settled.push(part);
      before = part;
      beforeStep = step;
    }
  }

  #apartMs(keyframe: Keyframe | undefined, startUs = 0): number | null {
    return keyframe && this.#last ? apartMs(this.#last, { keyframe, startUs }) : null;
  }
}

/** A part that lasts until the next one of its run begins. */
const joinedTo = (part: TimelinePart, { startUs }: TimelinePart): TimelinePart => ({
  ...part,
  durationUs: Math.max(1, startUs - part.startUs),
});

function goesOn(before: Keyframe, next: Keyframe): boolean {
  const stepUs = ticksBetween(before.pts, next.pts) / ticksPerUs;
  return stepUs > 0 && Math.abs(stepUs - (next.wallUs - before.wallUs)) < maxStepErrorUs;
}

/** @returns null where the camera's timestamps do not go on since the run before */
function apartMs(last: RunStart, first: RunStart): number | null {
  const stepUs = ticksBetween(last.keyframe.pts, first.keyframe.pts) / ticksPerUs;
  const apartUs = first.startUs - last.startUs - stepUs;
  const goOn = stepUs > 0 && stepUs < maxAwayUs && Math.abs(apartUs) < maxStepErrorUs;
  return goOn ? Math.round(apartUs / usPerMs) : null;
}

/**
 * Finds when the frames of a run, or of a block of it, were captured. The camera's timestamps say how far apart, and the
 * readings of its best clock say when.
 */
function captureTimes(run: Keyframe[]): { starts: Float64Array; captured: Captured } {
  const clock = bestClockOf(run);
  const readings = run.every((keyframe) => keyframe.clock === clock)
    ? run
    : run.filter((keyframe) => keyframe.clock === clock);
  // A connection's delay becomes surer while it lasts, and the fit moves all of its keyframes.
  let leastClockMs = Number.POSITIVE_INFINITY;
  for (const { clockMs } of readings) leastClockMs = Math.min(leastClockMs, clockMs);
  const { wallUsAt, uncertaintyMs } = fitsOf[clock](readings);
  const starts = new Float64Array(run.length);
  for (let index = 0; index < run.length; index++) starts[index] = Math.round(wallUsAt(run[index]?.mediaUs ?? 0));
  return { starts, captured: { clock, uncertaintyMs: Math.ceil(leastClockMs + uncertaintyMs) } };
}

function bestClockOf(run: Keyframe[]): RecordingClock {
  const clocks = recordingClockSchema.options;
  let best = clocks.length - 1;
  for (const { clock } of run) best = Math.min(best, clocks.indexOf(clock));
  return clocks[best] ?? 'arrival';
}

/** Nothing says when the last frame of a run ends. */
function endOfRun(last: Keyframe, starts: Float64Array): number {
  const lastUs = starts.at(-1) ?? 0;
  const saidUs = last.lastPts === null ? null : ticksBetween(last.pts, last.lastPts) / ticksPerUs + usualFrameUs;
  const durations = Array.from(starts.subarray(1), (startUs, index) => startUs - (starts[index] ?? startUs));
  const guessUs = saidUs ?? (durations.length > 0 ? median(durations) : usualDurationUs);
  return lastUs + Math.min(maxLastDurationUs, Math.max(ticksPerMs, guessUs));
}
