import type { Slice } from '@/lib/platform/storage/recording-store';
import { numberedName } from '@/lib/use-cases/recordings/numbered-name';
import type { TimelinePart } from '@/lib/use-cases/recordings/timeline';

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
 */
export function planFiles(recordings: PlannedRecording[], range: TimeRange, extension: string): PlannedFile[] {
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
        name: nameFor(numberedName(cameraNumber, cameraName), first.startUs, extension, names),
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
function stretchesOf(parts: TimelinePart[], { startUs, endUs }: TimeRange): TimelinePart[][] {
  const stretches: TimelinePart[][] = [];
  for (const part of parts) {
    if (part.startUs >= endUs || part.startUs + part.durationUs <= startUs) continue;
    const stretch = stretches.at(-1);
    if (stretch && !part.beginsRun) stretch.push(part);
    else stretches.push([part]);
  }
  return stretches;
}

/** The name of a file: of its camera with the number, or of a show. Names sort by camera, and then by time. @param taken is added to */
export function nameFor(subject: string, startUs: number, extension: string, taken: Set<string>): string {
  const time = new Date(startUs / 1_000).toISOString().slice(0, 19).replace('T', ' ').replaceAll(':', '-');
  const base = `${safeName(subject)} ${time}`;
  let name = `${base}.${extension}`;
  for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${base} (${number}).${extension}`;
  taken.add(name.toLowerCase());
  return name;
}

const maxNameLength = 80;

/** A file name that every file system and every address takes as it is. */
function safeName(text: string): string {
  const safe = text
    .normalize('NFC')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
    .replaceAll(/[\u0000-\u001f\u007f<>:"/\\|?*#%]/g, '_')
    .replace(/^[. ]+/, '')
    .slice(0, maxNameLength)
    .replace(/[. ]+$/, '');
  return safe || 'Camera';
}
