import { localUsOf } from '@/lib/core/time-zone';
import type { Slice } from '@/lib/platform/storage/recording-store';
import { numberedName } from '@/lib/use-cases/recordings/numbered-name';
import { runsOf, type TimelinePart } from '@/lib/use-cases/recordings/timeline';
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
}

/**
 * The files of an export: one for each stretch without a gap, since no editor knows what to do with a hole in a file. Each
 * begins with the keyframe at or before the range's start.
 * @param timeZone the event's, whose time of day is in the names
 */
export function planFiles(
  recordings: PlannedRecording[],
  range: TimeRange,
  extension: string,
  timeZone: string,
): PlannedFile[] {
  const names = new Set<string>();
  return recordings.flatMap(({ id, cameraId, cameraName, cameraNumber, parts }) =>
    stretchesOf(parts, range).flatMap((stretch) => {
      const [first] = stretch;
      const last = stretch.at(-1);
      if (!first || !last) return [];
      const slices: Slice[] = [{ bytes: first.tables }, ...stretch.map(({ file, from, to }) => ({ file, from, to }))];
      return {
        recordingId: id,
        cameraId,
        cameraName,
        name: nameFor(numberedName(cameraNumber, cameraName), localUsOf(first.startUs, timeZone), extension, names),
        startUs: first.startUs,
        durationUs: Math.min(range.endUs, last.startUs + last.durationUs) - first.startUs,
        slices,
        sizeBytes: slices.reduce(
          (sum, slice) => sum + ('bytes' in slice ? slice.bytes.length : slice.to - slice.from),
          0,
        ),
      };
    }),
  );
}

/** The parts within a range, without a gap in any of the lists. */
const stretchesOf = (parts: TimelinePart[], range: TimeRange): TimelinePart[][] =>
  runsOf(parts.filter(({ startUs, durationUs }) => startUs < range.endUs && startUs + durationUs > range.startUs)).map(
    (run) => run.parts,
  );

/**
 * The name of a file: of its camera with the number, or of a show. Names sort by camera, and then by time.
 * @param localStartUs when it begins by the clock of the event, in microseconds since 1970
 * @param taken is added to
 */
export function nameFor(subject: string, localStartUs: number, extension: string, taken: Set<string>): string {
  const time = new Date(localStartUs / 1_000).toISOString().slice(0, 19).replace('T', ' ').replaceAll(':', '-');
  const base = `${safeName(subject)} ${time}`;
  let name = `${base}.${extension}`;
  for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${base} (${number}).${extension}`;
  taken.add(name.toLowerCase());
  return name;
}

/** File systems take 255 bytes; the time, a number and the extension come to this. */
const maxNameBytes = 140;
const maxNameLength = 80;
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** A file name that every file system and every address takes as it is. */
function safeName(text: string): string {
  const safe = shortened(text.replaceAll(/\p{Surrogate}/gu, '').normalize('NFC'))
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
    .replaceAll(/[\u0000-\u001f\u007f<>:"/\\|?*#%]/g, '_')
    .replace(/^[. ]+/, '')
    .replace(/[. ]+$/, '');
  return safe || 'Camera';
}

/** As many whole characters as people see them as fit into the bytes of a name. */
function shortened(text: string): string {
  let bytes = 0;
  let end = 0;
  let length = 0;
  for (const { segment, index } of graphemes.segment(text)) {
    bytes += Buffer.byteLength(segment);
    length++;
    if (bytes > maxNameBytes || length > maxNameLength) break;
    end = index + segment.length;
  }
  return text.slice(0, end);
}

/** A camera's turn on air, and the bytes that hold it. All times are in microseconds since 1970. */
export interface PlannedClip extends PlannedFile {
  fromUs: number;
  toUs: number;
}

/** Audio lies up to this far from its video in a camera's bytes. */
const marginUs = 1e6;

/**
 * The program as it was cut. Where two cameras were on air together, the first one that is exported counts. Moments that
 * nobody recorded are left out.
 * @param cuts oldest first
 */
export function planProgram(
  recordings: PlannedRecording[],
  cuts: Cut[],
  range: TimeRange,
  timeZone: string,
): PlannedClip[] {
  return turnsOf(recordings, cuts, range).flatMap(({ cameraId, startUs, endUs }) => {
    const own = recordings.filter((recording) => recording.cameraId === cameraId);
    const files = planFiles(own, { startUs: startUs - marginUs, endUs: endUs + marginUs }, 'ts', timeZone);
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
