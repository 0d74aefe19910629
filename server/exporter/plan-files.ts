import type { CameraFiles } from '@/lib/contracts/export-formats';
import { maxAudioDelayMs } from '@/lib/contracts/stream-settings';
import { joinStretches } from '@/lib/core/stretch';
import { localUsOf } from '@/lib/core/time-zone';
import type { Slice } from '@/lib/platform/storage/recording-store';
import { numberedName } from '@/lib/use-cases/recordings/numbered-name';
import { runsOf, type TimelinePart, type TimelineRun } from '@/lib/use-cases/recordings/timeline';
import type { Cut } from './edit/edit';

/** A recording of the export, and what it has of each moment. */
export interface PlannedRecording {
  id: string;
  /** The camera's, in all its recordings. */
  cameraId: string;
  cameraName: string;
  /** Null once the camera is deleted. */
  cameraNumber: number | null;
  parts: TimelinePart[];
}

/** A range of time, in microseconds since 1970. */
export interface TimeRange {
  startUs: number;
  endUs: number;
}

/** A range that files are made of. */
export interface NamedRange extends TimeRange {
  /** Stands in the names of its files, behind camera and time; empty for a range without a name. */
  name: string;
}

/** Ranges as one edit has them: those that overlap are one. */
export const mergedRanges = (ranges: NamedRange[]): NamedRange[] =>
  joinStretches(ranges.map(({ startUs, endUs }) => ({ startMs: startUs / 1_000, endMs: endUs / 1_000 }))).map(
    ({ startMs, endMs }) => ({ startUs: Math.round(startMs * 1_000), endUs: Math.round(endMs * 1_000), name: '' }),
  );

/** A file to write: what one camera sent without a gap. */
export interface PlannedFile {
  recordingId: string;
  cameraId: string;
  cameraName: string;
  /** No other file of the export has it. */
  name: string;
  startUs: number;
  durationUs: number;
  slices: Slice[];
  sizeBytes: number;
  /** At least so many keyframes are in it by the index. */
  keyframes: number;
  /** Where the file's own keyframe lies in the slices: bytes before it are read for their sound alone. */
  leadBytes: number;
}

/**
 * The files of an export: one for each range and stretch without a gap. No editor knows what to do with a hole in a file. Each
 * begins with the keyframe at or before its range's start.
 * @param timeZone the event's, whose time of day is in the names
 */
export function planFiles(
  recordings: PlannedRecording[],
  ranges: NamedRange[],
  extension: CameraFiles,
  timeZone: string,
): PlannedFile[] {
  const names = new Set<string>();
  return recordings.flatMap(({ id, cameraId, cameraName, cameraNumber, parts }) => {
    const subject = numberedName(cameraNumber, cameraName);
    const runs = runsOf(parts);
    return ranges.flatMap((range) =>
      stretchesOf(runs, range, extension === 'ts' ? 0 : marginUs).flatMap(({ before, shown, after }) => {
        const [first] = shown;
        const last = shown.at(-1);
        if (!first || !last) return [];
        const lead: Slice[] = [{ bytes: first.tables }, ...slicesOf(before)];
        const slices = [...lead, ...slicesOf([...shown, ...after])];
        return {
          recordingId: id,
          cameraId,
          cameraName,
          name: nameFor(subject, localUsOf(first.startUs, timeZone), extension, names, range.name),
          startUs: first.startUs,
          durationUs: Math.min(range.endUs, endOf(last)) - first.startUs,
          slices,
          sizeBytes: bytesOf(slices),
          keyframes: shown.filter((part) => part === first || part.startUs < range.endUs - edgeUs).length,
          leadBytes: bytesOf(lead),
        };
      }),
    );
  });
}

const slicesOf = (parts: TimelinePart[]): Slice[] => parts.map(({ file, from, to }) => ({ file, from, to }));

const bytesOf = (slices: Slice[]): number =>
  slices.reduce((sum, slice) => sum + ('bytes' in slice ? slice.bytes.length : slice.to - slice.from), 0);

/** Audio lies up to a second from its video in a camera's bytes, and lip sync moves it further. */
const marginUs = 1e6 + maxAudioDelayMs * 1e3;

/** A keyframe so near to the end may be behind it by the camera's timestamps. */
const edgeUs = 500_000;

/** The parts within a range, without a gap in any of the lists, and those of the same run that are near. */
const stretchesOf = (runs: TimelineRun[], { startUs, endUs }: TimeRange, nearUs: number) =>
  runs.map(({ parts }) => {
    const shown = parts.filter((part) => part.startUs < endUs && endOf(part) > startUs);
    const [first] = shown;
    const last = shown.at(-1);
    const before = parts.filter(
      (part) => first && part.startUs < first.startUs && endOf(part) > first.startUs - nearUs,
    );
    const after = parts.filter((part) => last && part.startUs > last.startUs && part.startUs < endOf(last) + nearUs);
    return { before, shown, after };
  });

const endOf = ({ startUs, durationUs }: TimelinePart): number => startUs + durationUs;

/**
 * The name of a file: of its camera with the number, or of a show. Names sort by camera, and then by time.
 * @param localStartUs when it begins by the clock of the event, in microseconds since 1970
 * @param taken is added to
 * @param mark stands behind the time; empty: none
 */
export function nameFor(
  subject: string,
  localStartUs: number,
  extension: string,
  taken: Set<string>,
  mark = '',
): string {
  const time = new Date(localStartUs / 1_000).toISOString().slice(0, 19).replace('T', ' ').replaceAll(':', '-');
  const shown = safeName(subject, mark ? maxNameBytes - maxMarkBytes : maxNameBytes) || 'Camera';
  const base = `${shown} ${time} ${safeName(mark, maxMarkBytes - 1)}`.trim();
  let name = `${base}.${extension}`;
  for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${base} (${number}).${extension}`;
  taken.add(name.toLowerCase());
  return name;
}

/** File systems take 255 bytes; the time, a number and the extension come to this. */
const maxNameBytes = 140;
const maxMarkBytes = 50;
const maxNameLength = 80;
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Halves of characters, and what turns the direction of text around: behind it, a file seems to have another extension. */
const unseen = /\p{Surrogate}|\p{Bidi_Control}|\ufeff/gu;

/** A file name that every file system and every address takes as it is. */
function safeName(text: string, maxBytes: number): string {
  return shortened(text.replaceAll(unseen, '').normalize('NFC').trim(), maxBytes)
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}<>:"/\\|?*#%]/gu, '_')
    .replace(/^[. ]+/, '')
    .replace(/[. ]+$/, '');
}

/** As many whole characters, as people see them, as fit into these bytes. */
function shortened(text: string, maxBytes: number): string {
  let bytes = 0;
  let end = 0;
  let length = 0;
  for (const { segment, index } of graphemes.segment(text)) {
    bytes += Buffer.byteLength(segment);
    length++;
    if (bytes > maxBytes || length > maxNameLength) break;
    end = index + segment.length;
  }
  return text.slice(0, end);
}

/** A camera's turn on air, and the bytes that hold it. All times are in microseconds since 1970. */
export interface PlannedClip extends PlannedFile {
  fromUs: number;
  toUs: number;
}

/**
 * The program as it was cut, of each range after the other. Where two cameras were on air together, the first one that is exported counts. Moments that
 * nobody recorded are left out.
 * @param cuts oldest first
 */
export function planProgram(
  recordings: PlannedRecording[],
  cuts: Cut[],
  ranges: TimeRange[],
  timeZone: string,
): PlannedClip[] {
  const turns = ranges.flatMap((range) => turnsOf(recordings, cuts, range));
  return turns.flatMap(({ cameraId, startUs, endUs }) => {
    const own = recordings.filter((recording) => recording.cameraId === cameraId);
    const around = { startUs: startUs - marginUs, endUs: endUs + marginUs, name: '' };
    const files = planFiles(own, [around], 'ts', timeZone);
    let shownUs = startUs;
    return files
      .toSorted((one, other) => one.startUs - other.startUs)
      .flatMap((file) => {
        const fromUs = Math.max(shownUs, file.startUs);
        const toUs = Math.min(endUs, file.startUs + file.durationUs);
        if (fromUs >= toUs) return [];
        shownUs = toUs;
        return { ...file, fromUs, toUs };
      });
  });
}

/** Which camera counts, and from when to when; a change beside it ends no turn. */
function turnsOf(recordings: PlannedRecording[], cuts: Cut[], range: TimeRange): (TimeRange & { cameraId: string })[] {
  const known = new Set(recordings.map(({ cameraId }) => cameraId));
  const turns: (TimeRange & { cameraId: string })[] = [];
  for (const [index, { atUs, cameraIds }] of cuts.entries()) {
    const cameraId = cameraIds.find((id) => known.has(id));
    const startUs = Math.max(range.startUs, atUs);
    const endUs = Math.min(range.endUs, cuts[index + 1]?.atUs ?? range.endUs);
    if (cameraId === undefined || startUs >= endUs) continue;
    const before = turns.at(-1);
    if (before?.cameraId === cameraId && before.endUs === startUs) before.endUs = endUs;
    else turns.push({ cameraId, startUs, endUs });
  }
  return turns;
}
