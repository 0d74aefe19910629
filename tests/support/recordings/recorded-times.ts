import { median } from '@/lib/core/median';
import type { TimelinePart } from '@/lib/use-cases/recordings/timeline';
import { readBarcodes } from './make-recording';
import { readTimeline, writeParts } from './recorded-folder';

/** Groups of pictures at either end that are looked at. */
const endParts = 10;
const runEndParts = 5;
const barcodeRange = 2 ** 32;

/** By how much the recording's times differ from what is drawn into its frames, in milliseconds, at both ends. */
export interface EndErrors {
  beginMs: number;
  endMs: number;
}

/** Compares a recording's times with the barcodes of its keyframes. @param width of the video */
export async function readEndErrors(folder: string, width: number): Promise<EndErrors> {
  // The last group may be cut off.
  const parts = (await readTimeline(folder)).parts.slice(0, -1);
  const [begin, end] = [parts.slice(0, endParts), parts.slice(-endParts)];
  return { beginMs: await errorOf(folder, begin, width), endMs: await errorOf(folder, end, width) };
}

async function errorOf(folder: string, parts: TimelinePart[], width: number): Promise<number> {
  const drawn = await readKeyframes(folder, parts, width);
  const errors = parts.map(({ startUs }, index) => {
    const difference = (startUs / 1_000 - (drawn[index] ?? Number.NaN)) % barcodeRange;
    return difference > barcodeRange / 2 ? difference - barcodeRange : difference;
  });
  return median(errors);
}

/** By how much a run's times differ from its frames, in milliseconds, at both ends. The first part of a run begins it. */
export async function readRunErrors(folder: string, width: number): Promise<EndErrors[]> {
  const runs: TimelinePart[][] = [];
  for (const part of (await readTimeline(folder)).parts) {
    if (part.beginsRun) runs.push([]);
    runs.at(-1)?.push(part);
  }
  const errors: EndErrors[] = [];
  for (const run of runs) {
    // The last group of each run may be cut off.
    const whole = run.slice(0, -1);
    const [begin, end] = [whole.slice(0, runEndParts), whole.slice(-runEndParts)];
    if (whole.length > 0)
      errors.push({ beginMs: await errorOf(folder, begin, width), endMs: await errorOf(folder, end, width) });
  }
  return errors;
}

/** The barcodes of the first frames of parts. */
export async function readKeyframes(folder: string, parts: TimelinePart[], width: number): Promise<number[]> {
  const file = await writeParts(folder, parts);
  const drawn = await readBarcodes(file, width, ['-skip_frame', 'nokey']);
  if (drawn.length !== parts.length) throw new Error(`${drawn.length} keyframes in ${parts.length} parts of ${folder}`);
  return drawn;
}
