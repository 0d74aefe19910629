import type { RecordedFormat } from '@/lib/contracts/recording-index';
import { recordingClockSchema } from '@/lib/contracts/recording-index';
import type { Keyframe } from './index-reader';
import { Listed } from './packed-timeline';

/** Keyframes as columns: a day's summary has thousands, and objects as JSON take longer than their index. */
export interface PackedKeyframes {
  /** For each keyframe the numbers of `columns`; NaN is null. */
  numbers: Float64Array<ArrayBuffer>;
  files: string[];
  /** In base64. */
  tables: string[];
  formats: (RecordedFormat | null)[];
}

/** The numbers of a keyframe, in order. A file, tables, a clock and a format are named by their place in their list. */
const columns = {
  file: 0,
  offset: 1,
  tables: 2,
  pts: 3,
  wallUs: 4,
  mediaUs: 5,
  clock: 6,
  clockMs: 7,
  arrivedUs: 8,
  isBreak: 9,
  format: 10,
  endBytes: 11,
  lastPts: 12,
};
const width = Object.keys(columns).length;
const clocks = recordingClockSchema.options;

export function packKeyframes(keyframes: Keyframe[]): PackedKeyframes {
  const [files, tables, formats] = [new Listed<string>(), new Listed<Buffer>(), new Listed<RecordedFormat | null>()];
  const numbers = new Float64Array(keyframes.length * width);
  for (const [index, keyframe] of keyframes.entries()) {
    const at = index * width;
    numbers[at + columns.file] = files.place(keyframe.file);
    numbers[at + columns.offset] = keyframe.offset;
    numbers[at + columns.tables] = tables.place(keyframe.tables);
    numbers[at + columns.pts] = keyframe.pts;
    numbers[at + columns.wallUs] = keyframe.wallUs;
    numbers[at + columns.mediaUs] = keyframe.mediaUs;
    numbers[at + columns.clock] = clocks.indexOf(keyframe.clock);
    numbers[at + columns.clockMs] = keyframe.clockMs;
    numbers[at + columns.arrivedUs] = keyframe.arrivedUs ?? Number.NaN;
    numbers[at + columns.isBreak] = keyframe.isBreak ? 1 : 0;
    numbers[at + columns.format] = formats.place(keyframe.format);
    numbers[at + columns.endBytes] = keyframe.endBytes ?? Number.NaN;
    numbers[at + columns.lastPts] = keyframe.lastPts ?? Number.NaN;
  }
  return {
    numbers,
    files: files.all,
    tables: tables.all.map((bytes) => bytes.toString('base64')),
    formats: formats.all,
  };
}

/** The keyframes that were packed. @throws Error where they cannot have been */
export function unpackKeyframes({ numbers, files, tables: texts, formats }: PackedKeyframes): Keyframe[] {
  const tables = texts.map((text) => Buffer.from(text, 'base64'));
  const keyframes: Keyframe[] = [];
  const numberAt = (at: number): number => numbers[at] ?? 0;
  const unlessNone = (at: number): number | null => (Number.isNaN(numberAt(at)) ? null : numberAt(at));
  for (let at = 0; at < numbers.length; at += width) {
    const file = files[numberAt(at + columns.file)];
    const bytes = tables[numberAt(at + columns.tables)];
    const clock = clocks[numberAt(at + columns.clock)];
    if (file === undefined || !bytes || !clock) throw new Error('A keyframe without a file');
    keyframes.push({
      file,
      offset: numberAt(at + columns.offset),
      tables: bytes,
      pts: numberAt(at + columns.pts),
      wallUs: numberAt(at + columns.wallUs),
      mediaUs: numberAt(at + columns.mediaUs),
      clock,
      clockMs: numberAt(at + columns.clockMs),
      arrivedUs: unlessNone(at + columns.arrivedUs) ?? undefined,
      isBreak: numberAt(at + columns.isBreak) === 1,
      format: formats[numberAt(at + columns.format)] ?? null,
      endBytes: unlessNone(at + columns.endBytes),
      lastPts: unlessNone(at + columns.lastPts),
    });
  }
  return keyframes;
}
