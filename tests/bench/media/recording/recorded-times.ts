import { median } from '@/lib/core/median';
import type { TimelinePart } from '@/lib/use-cases/recordings/timeline';
import { readBarcodes } from '../../../support/recordings/make-recording';
import { readTimeline, writeParts } from '../../../support/recordings/recorded-folder';

/** Groups of pictures at either end that are looked at. */
const endParts = 10;
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
  const errorOf = async (some: TimelinePart[]) => {
    const drawn = await readKeyframes(folder, some, width);
    const errors = some.map(({ startUs }, index) => {
      const difference = (startUs / 1_000 - (drawn[index] ?? Number.NaN)) % barcodeRange;
      return difference > barcodeRange / 2 ? difference - barcodeRange : difference;
    });
    return median(errors);
  };
  return { beginMs: await errorOf(parts.slice(0, endParts)), endMs: await errorOf(parts.slice(-endParts)) };
}

/** The barcodes of the first frames of parts. */
export async function readKeyframes(folder: string, parts: TimelinePart[], width: number): Promise<number[]> {
  const file = await writeParts(folder, parts);
  const drawn = await readBarcodes(file, width, ['-skip_frame', 'nokey']);
  if (drawn.length !== parts.length) throw new Error(`${drawn.length} keyframes in ${parts.length} parts of ${folder}`);
  return drawn;
}

/** How far recordings are apart, at both ends, in milliseconds. */
export function apartMs(recordings: EndErrors[]): EndErrors {
  const spread = (values: number[]) => Math.max(...values) - Math.min(...values);
  return {
    beginMs: spread(recordings.map(({ beginMs }) => beginMs)),
    endMs: spread(recordings.map(({ endMs }) => endMs)),
  };
}
