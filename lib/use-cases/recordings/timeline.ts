import {
  type RecordedFormat,
  type RecordingClock,
  type RecordingLine,
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
import { median } from '@/lib/core/median';
import { ticksBetween, ticksPerMs } from '@/lib/core/timestamp33';

/** From a keyframe to the next one. */
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

export interface Keyframe {
  file: string;
  offset: number;
  tables: Buffer;
  pts: number;
  wallUs: number;
  clock: RecordingClock;
  /** Is added to the uncertainty of a fit. */
  clockMs: number;
  arrivedUs: number | undefined;
  /** It does not continue the frames before it. */
  isBreak: boolean;
  format: RecordedFormat | null;
  /** Where the frames that need it end in the file; null: with the file. */
  endBytes: number | null;
  /** PTS of the last of these frames; null if unknown. */
  lastPts: number | null;
}

const usPerMs = 1_000;
const ticksPerUs = ticksPerMs / usPerMs;
/** By how much the wall clock may move against the camera's from a keyframe to the next of the same run. */
const maxStepErrorUs = 1_000_000;
/** In a longer time away, a camera's drift alone moves it by a frame. */
const maxAwayUs = 120e6;
/** A delay is known so long after it has changed. */
const delayKnownUs = 6e6;
const usualDurationUs = 1_000_000;
/** How long the last frame is shown. */
const usualFrameUs = 1e6 / 30;
const maxLastDurationUs = 20_000_000;
/** How to fit a run's readings, and what their clock adds to the uncertainty of the fit. */
const fitsOf: Record<RecordingClock, { fitReadings(readings: CaptureReading[]): CaptureFit; clockMs: number }> = {
  encoder: { fitReadings: fitExactReadings, clockMs: 5 },
  sent: { fitReadings: fitLateReadings, clockMs: 5 },
  // Nobody knows for how long a connection holds packets back.
  arrival: { fitReadings: fitLateReadings, clockMs: 200 },
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
  const keyframes = withoutRepeats(files);
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

/** Reads an index line by line. The last keyframe may still change, by the lines that follow it. */
export class IndexReader {
  /** Those that nobody has forgotten. */
  readonly keyframes: Keyframe[] = [];
  first: Keyframe | null = null;
  /** The segments, in order, and whether the index says where each has ended. */
  readonly segments: { file: string; hasEnd: boolean }[] = [];
  #tables: Buffer | null = null;
  #format: RecordedFormat | null = null;
  #isBreak = true;
  /** The keyframes and delays since the camera connected; of a long connection, the last of them. */
  #connected: Keyframe[] = [];
  #delays: DelayLine[] = [];

  /** Forgets the oldest keyframes. */
  forget(count: number): void {
    this.keyframes.splice(0, count);
  }

  addLine(line: RecordingLine): void {
    const last = this.keyframes.at(-1);
    const segment = this.segments.at(-1);
    switch (line.kind) {
      case 'segment': {
        const tables = Buffer.from(line.tables, 'base64');
        const isSame = this.#tables?.equals(tables);
        this.#isBreak ||= isSame === false;
        // One object for all segments of the same tables.
        if (!isSame) this.#tables = tables;
        this.segments.push({ file: line.file, hasEnd: false });
        return;
      }
      case 'keyframe': {
        if (!segment || !this.#tables) return;
        if (last?.file === segment.file) last.endBytes = line.offset;
        const { offset, pts, wallUs, clock, arrivedUs } = line;
        const read = { pts, wallUs, clock, clockMs: fitsOf[clock].clockMs, arrivedUs };
        const found = { file: segment.file, offset, tables: this.#tables, ...read };
        const keyframe = { ...found, isBreak: this.#isBreak, format: this.#format, endBytes: null, lastPts: null };
        this.first ??= keyframe;
        this.keyframes.push(keyframe);
        this.#connected.push(keyframe);
        if (wallUs - (this.#connected[0]?.wallUs ?? wallUs) > 2 * delaysKeptUs) this.#forgetDelays(wallUs);
        this.#isBreak = false;
        return;
      }
      case 'format': {
        const { videoCodec, audioCodec, width, height } = line;
        const { width: knownWidth = null, height: knownHeight } = this.#format ?? {};
        const isOther = knownWidth !== null && (knownWidth !== width || knownHeight !== height);
        this.#format = { videoCodec, audioCodec, width, height };
        // It is known once the keyframe that brings it has been read.
        if (last) {
          last.format = this.#format;
          last.isBreak ||= isOther && width !== null;
        }
        return;
      }
      case 'delay':
        this.#delays.push(line);
        return;
      case 'gap':
        if (line.cause === 'camera') this.#disconnect();
        this.#isBreak = true;
        endFrames(last, line.lastPts);
        return;
      case 'end':
        if (segment) segment.hasEnd = true;
        if (last && last.file === segment?.file) last.endBytes = line.bytes;
        endFrames(last, line.lastPts);
    }
  }

  /** Brings the keyframes to the delays that are known by now. */
  takeDelays(): void {
    takeDelays(this.#connected, this.#delays);
  }

  #disconnect(): void {
    this.takeDelays();
    this.#connected = [];
    this.#delays = [];
  }

  /** Keeps what may still change the times of a connection that lasts. */
  #forgetDelays(nowUs: number): void {
    this.takeDelays();
    const fromUs = nowUs - delaysKeptUs;
    this.#connected = this.#connected.filter(({ wallUs }) => wallUs >= fromUs);
    const measured = this.#delays.filter(({ isMeasured }) => isMeasured);
    const delays = measured.length > 0 ? measured : this.#delays;
    const before = delays.findLastIndex(({ wallUs }) => wallUs < fromUs - delaysKeptUs);
    this.#delays = delays.slice(Math.max(0, before));
  }
}

type DelayLine = Extract<RecordingLine, { kind: 'delay' }>;

/**
 * Turns the arrivals of a connection into times of sending. A delay is known some seconds after it has changed, so the
 * least one of these seconds counts. A reading may be late, and is never early.
 */
function takeDelays(keyframes: Keyframe[], all: DelayLine[]): void {
  const measured = all.filter(({ isMeasured }) => isMeasured);
  const delays = measured.length > 0 ? measured : all.slice(-1);
  let index = 0;
  for (const keyframe of keyframes) {
    const { arrivedUs, clock } = keyframe;
    if (arrivedUs === undefined || clock === 'encoder') continue;
    while ((delays[index + 1]?.wallUs ?? Number.POSITIVE_INFINITY) <= arrivedUs) index++;
    let least = delays[index];
    for (let next = index + 1; (delays[next]?.wallUs ?? Number.POSITIVE_INFINITY) < arrivedUs + delayKnownUs; next++) {
      if ((delays[next]?.us ?? 0) < (least?.us ?? 0)) least = delays[next];
    }
    if (!least) return;
    keyframe.wallUs = arrivedUs - least.us;
    keyframe.clock = 'sent';
    keyframe.clockMs = least.uncertaintyUs / usPerMs;
  }
}

function endFrames(keyframe: Keyframe | undefined, lastPts: number | null): void {
  if (keyframe) keyframe.lastPts ??= lastPts;
}

/**
 * The keyframes of several indexes, in order. A process that takes over repeats the frames since the last keyframe: the
 * later file has them whole.
 */
function withoutRepeats(indexes: Keyframe[][]): Keyframe[] {
  const files = indexes.filter((read) => read.length > 0).sort(([a], [b]) => (a?.wallUs ?? 0) - (b?.wallUs ?? 0));
  return files.flatMap((keyframes, index) => {
    const next = files[index + 1]?.[0];
    if (!next) return keyframes;
    return keyframes.filter((keyframe) => !repeats(keyframe, next));
  });
}

/** Whether a keyframe is also in a later index, which begins with `next`. */
export const repeats = ({ pts, wallUs }: Keyframe, next: Keyframe): boolean =>
  pts === next.pts || wallUs >= next.wallUs;

/** A keyframe of a run, by the camera's clock since the run began. */
interface RunPoint {
  keyframe: Keyframe;
  mediaUs: number;
}

/** A keyframe and its time, in microseconds since 1970. */
interface RunStart {
  keyframe: Keyframe;
  startUs: number;
}

/** Delays and keyframes of a connection are kept for this long: a delay is known some seconds after it has changed. */
const delaysKeptUs = 600e6;
/** The parts of a long run are settled in blocks of this length. */
const blockUs = 3_600e6;
/** Readings so far around a block decide about its times, and no others (capture-fit.ts: the reach and one knot). */
const marginUs = 1_500e6;

/**
 * Makes parts of keyframes, one after the other. Keyframes whose timestamps go on from one to the next are a run. Runs that
 * have ended and the settled blocks of a long run never change again, so adding a keyframe to a week takes no longer.
 */
export class TimelineRuns {
  readonly #sizeOf: (file: string) => number;
  readonly #settled: TimelinePart[] = [];
  /** The last run: its part that is not settled, and the margin before it. */
  #run: RunPoint[] = [];
  #settledUs = 0;
  #captured: CapturedRun | null = null;
  /** The last keyframe that is settled. */
  #last: RunStart | null = null;

  /** @param sizeOf the bytes of a file, as far as it is known */
  constructor(sizeOf: (file: string) => number) {
    this.#sizeOf = sizeOf;
  }

  /** @param keyframe does not change any more, but for where it ends */
  add(keyframe: Keyframe): void {
    const last = this.#run.at(-1);
    if (!last || keyframe.isBreak || !goesOn(last.keyframe, keyframe)) {
      this.#endRun();
      this.#run = [{ keyframe, mediaUs: 0 }];
      return;
    }
    const mediaUs = last.mediaUs + ticksBetween(last.keyframe.pts, keyframe.pts) / ticksPerUs;
    while (mediaUs >= this.#settledUs + blockUs + marginUs) this.#settleBlock();
    this.#run.push({ keyframe, mediaUs });
  }

  /**
   * All parts, as they are now.
   * @param next a keyframe that follows, and may still change
   */
  parts(next?: Keyframe): TimelinePart[] {
    const ahead = new TimelineRuns(this.#sizeOf);
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
  #settle(deciding: RunPoint[], untilUs: number): void {
    if (deciding.length === 0) return;
    const { starts, captured } = captureTimes(deciding);
    this.#captured ??= { ...captured, apartMs: this.#apartMs(deciding[0], starts[0]), shiftMs: 0 };
    this.#captured.uncertaintyMs = Math.max(this.#captured.uncertaintyMs, captured.uncertaintyMs);
    for (const [index, { keyframe, mediaUs }] of deciding.entries()) {
      if (mediaUs < this.#settledUs || mediaUs >= untilUs) continue;
      const startUs = starts[index] ?? keyframe.wallUs;
      const endUs = starts[index + 1] ?? endOfRun(keyframe, starts);
      const part = {
        file: keyframe.file,
        from: keyframe.offset,
        to: Math.min(keyframe.endBytes ?? Number.POSITIVE_INFINITY, this.#sizeOf(keyframe.file)),
        tables: keyframe.tables,
        startUs,
        durationUs: Math.max(1, Math.round(endUs - startUs)),
        beginsRun: mediaUs === 0,
        captured: this.#captured,
      };
      const before = this.#settled.at(-1);
      if (before && mediaUs > 0) this.#settled[this.#settled.length - 1] = joinedTo(before, part);
      this.#settled.push(part);
      this.#last = { keyframe, startUs };
    }
  }

  #apartMs(first: RunPoint | undefined, startUs = 0): number | null {
    return first && this.#last ? apartMs(this.#last, { keyframe: first.keyframe, startUs }) : null;
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
function captureTimes(run: RunPoint[]): { starts: number[]; captured: Captured } {
  const present = new Set(run.map(({ keyframe }) => keyframe.clock));
  const clock = recordingClockSchema.options.find((one) => present.has(one)) ?? 'arrival';
  const readings = run.flatMap(({ keyframe, mediaUs }) =>
    keyframe.clock === clock ? [{ mediaUs, wallUs: keyframe.wallUs }] : [],
  );
  // A connection's delay becomes surer while it lasts, and the fit moves all of its keyframes.
  const clockMs = run.reduce(
    (least, { keyframe }) => (keyframe.clock === clock ? Math.min(least, keyframe.clockMs) : least),
    Number.POSITIVE_INFINITY,
  );
  const { fitReadings } = fitsOf[clock];
  const { wallUsAt, uncertaintyMs } = fitReadings(readings);
  return {
    starts: run.map(({ mediaUs }) => Math.round(wallUsAt(mediaUs))),
    captured: { clock, uncertaintyMs: Math.ceil(clockMs + uncertaintyMs) },
  };
}

/** Nothing says when the last frame of a run ends. */
function endOfRun(last: Keyframe, starts: number[]): number {
  const lastUs = starts.at(-1) ?? 0;
  const saidUs = last.lastPts === null ? null : ticksBetween(last.pts, last.lastPts) / ticksPerUs + usualFrameUs;
  const durations = starts.slice(1).map((startUs, index) => startUs - (starts[index] ?? startUs));
  const guessUs = saidUs ?? (durations.length > 0 ? median(durations) : usualDurationUs);
  return lastUs + Math.min(maxLastDurationUs, Math.max(ticksPerMs, guessUs));
}
