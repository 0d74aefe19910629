import { type RecordedFormat, type RecordingClock, readRecordingLines } from '@/lib/contracts/recording-index';
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

interface Keyframe {
  file: string;
  offset: number;
  tables: Buffer;
  pts: number;
  wallUs: number;
  clock: RecordingClock;
  /** It does not continue the frames before it. */
  isBreak: boolean;
  format: RecordedFormat | null;
  /** Where the frames that need it end in the file. */
  endBytes: number;
  /** PTS of the last of these frames; null if unknown. */
  lastPts: number | null;
}

const ticksPerUs = ticksPerMs / 1_000;
/** By how much the wall clock may move against the camera's from a keyframe to the next of the same run. */
const maxStepErrorUs = 1_000_000;
/** Keyframes on either side that decide together when one was captured. */
const smoothingKeyframes = 15;
const usualDurationUs = 1_000_000;
/** How long the last frame is shown. */
const usualFrameUs = 1e6 / 30;
const maxLastDurationUs = 20_000_000;
/** Clocks from the best to the worst. */
const clockRanks: RecordingClock[] = ['encoder', 'sent', 'arrival'];

/**
 * Puts the indexes of a recording together, one for each process that has written.
 * @param indexes their texts, in any order, however they have ended
 * @param sizes of the files, in bytes: what an index says beyond is lost
 * @param thumbnailsUs when the thumbnails were captured
 */
export function buildTimeline(indexes: string[], sizes: Map<string, number>, thumbnailsUs: number[] = []): Timeline {
  const keyframes = withoutRepeats(
    indexes
      .map((text) => readKeyframes(text, sizes))
      .filter((read) => read.length > 0)
      .sort(([a], [b]) => (a?.wallUs ?? 0) - (b?.wallUs ?? 0)),
  );
  const parts = runsOf(keyframes).flatMap(partsOfRun);
  const format = keyframes.findLast((keyframe) => keyframe.format !== null)?.format ?? null;
  return { parts, format, thumbnails: thumbnailsUs.map((atUs) => ({ fileUs: atUs, atUs })) };
}

function readKeyframes(text: string, sizes: Map<string, number>): Keyframe[] {
  const keyframes: Keyframe[] = [];
  let segment: { file: string; tables: Buffer; size: number } | null = null;
  let format: RecordedFormat | null = null;
  let isBreak = true;
  for (const line of readRecordingLines(text)) {
    switch (line.kind) {
      case 'segment': {
        const size = sizes.get(line.file) ?? 0;
        const tables = Buffer.from(line.tables, 'base64');
        isBreak ||= segment !== null && !segment.tables.equals(tables);
        segment = { file: line.file, tables, size };
        break;
      }
      case 'keyframe': {
        if (!segment || line.offset >= segment.size) break;
        const { file, tables, size } = segment;
        const before = keyframes.at(-1);
        if (before?.file === file) before.endBytes = line.offset;
        const { offset, pts, wallUs, clock } = line;
        keyframes.push({ file, offset, tables, pts, wallUs, clock, isBreak, format, endBytes: size, lastPts: null });
        isBreak = false;
        break;
      }
      case 'format': {
        const { videoCodec, audioCodec, width, height } = line;
        const isOther =
          format !== null && format.width !== null && (format.width !== width || format.height !== height);
        format = { videoCodec, audioCodec, width, height };
        // It is known once the keyframe that brings it has been read.
        const last = keyframes.at(-1);
        if (last) {
          last.format = format;
          last.isBreak ||= isOther && width !== null;
        }
        break;
      }
      case 'gap':
        isBreak = true;
        endFrames(keyframes.at(-1), line.lastPts);
        break;
      case 'end': {
        const last = keyframes.at(-1);
        if (last && last.file === segment?.file) last.endBytes = Math.min(line.bytes, segment.size);
        endFrames(last, line.lastPts);
      }
    }
  }
  return keyframes;
}

function endFrames(keyframe: Keyframe | undefined, lastPts: number | null): void {
  if (keyframe) keyframe.lastPts ??= lastPts;
}

/** A process that takes over repeats the frames since the last keyframe: the later file has them whole. */
function withoutRepeats(files: Keyframe[][]): Keyframe[] {
  return files.flatMap((keyframes, index) => {
    const next = files[index + 1]?.[0];
    if (!next) return keyframes;
    return keyframes.filter(({ pts, wallUs }) => pts !== next.pts && wallUs < next.wallUs);
  });
}

/** Keyframes whose timestamps go on from one to the next. */
function runsOf(keyframes: Keyframe[]): Keyframe[][] {
  const runs: Keyframe[][] = [];
  let before: Keyframe | null = null;
  for (const keyframe of keyframes) {
    const run = runs.at(-1);
    if (run && before && !keyframe.isBreak && goesOn(before, keyframe)) run.push(keyframe);
    else runs.push([keyframe]);
    before = keyframe;
  }
  return runs;
}

function goesOn(before: Keyframe, next: Keyframe): boolean {
  const stepUs = ticksBetween(before.pts, next.pts) / ticksPerUs;
  return stepUs > 0 && Math.abs(stepUs - (next.wallUs - before.wallUs)) < maxStepErrorUs;
}

function partsOfRun(run: Keyframe[]): TimelinePart[] {
  const starts = captureTimes(run);
  return run.map((keyframe, index) => {
    const startUs = starts[index] ?? keyframe.wallUs;
    const nextUs = starts[index + 1];
    return {
      file: keyframe.file,
      from: keyframe.offset,
      to: keyframe.endBytes,
      tables: keyframe.tables,
      startUs,
      durationUs: Math.max(1, Math.round((nextUs ?? endOfRun(run, starts)) - startUs)),
      beginsRun: index === 0,
    };
  });
}

/**
 * When the frames were captured: the camera's timestamps say how far apart, and the wall clock says when. Its readings are
 * smoothed, since each arrives with a delay of its own; a camera's clock drifts, so that only neighbours count.
 */
function captureTimes(run: Keyframe[]): number[] {
  const rank = Math.min(...run.map(({ clock }) => clockRanks.indexOf(clock)));
  const [first] = run;
  if (!first) return [];
  let ticks = 0;
  let before = first;
  const readings = run.map((keyframe) => {
    ticks += ticksBetween(before.pts, keyframe.pts);
    before = keyframe;
    const mediaUs = ticks / ticksPerUs;
    return { mediaUs, offsetUs: clockRanks.indexOf(keyframe.clock) === rank ? keyframe.wallUs - mediaUs : null };
  });
  return readings.map(({ mediaUs }, index) => {
    const near = readings.slice(Math.max(0, index - smoothingKeyframes), index + smoothingKeyframes + 1);
    const offsets = near.flatMap(({ offsetUs }) => offsetUs ?? []);
    const all = offsets.length > 0 ? offsets : readings.flatMap(({ offsetUs }) => offsetUs ?? []);
    return Math.round(mediaUs + middleOf(all));
  });
}

/** The mean without the lowest and the highest quarter, so that no single reading moves it. */
function middleOf(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const quarter = Math.floor(sorted.length / 4);
  const middle = sorted.slice(quarter, sorted.length - quarter);
  return middle.reduce((sum, value) => sum + value, 0) / middle.length;
}

/** Nothing says when the last frame of a run ends. */
function endOfRun(run: Keyframe[], starts: number[]): number {
  const last = run.at(-1);
  const lastUs = starts.at(-1) ?? 0;
  const saidUs = last?.lastPts == null ? null : ticksBetween(last.pts, last.lastPts) / ticksPerUs + usualFrameUs;
  const durations = starts.slice(1).map((startUs, index) => startUs - (starts[index] ?? startUs));
  const guessUs = saidUs ?? (durations.length > 0 ? median(durations) : usualDurationUs);
  return lastUs + Math.min(maxLastDurationUs, Math.max(ticksPerMs, guessUs));
}
