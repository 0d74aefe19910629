import type { RecordedFormat } from '@/lib/contracts/recording-index';
import type { CapturedRun, Timeline, TimelinePart } from './timeline';

/**
 * The further parts of a timeline as columns, which a thread hands to another without a copy. One object for each part
 * would cost more than all else.
 */
export interface PackedTimeline {
  /** The parts before this one are the same as before. */
  from: number;
  /** For each further part the numbers of `columns`. */
  numbers: Float64Array<ArrayBuffer>;
  files: string[];
  tables: Uint8Array[];
  /** How the times of all runs are known, also of parts before: a run that goes on becomes surer. */
  captured: CapturedRun[];
  format: RecordedFormat | null;
  thumbnails: Float64Array<ArrayBuffer>;
}

/** The numbers of a part, in order. A file, tables and captured times are named by their place in their list. */
const columns = { file: 0, from: 1, to: 2, tables: 3, startUs: 4, durationUs: 5, beginsRun: 6, captured: 7 };
const width = Object.keys(columns).length;

/** @param before the timeline that the other thread has */
export function packTimeline(timeline: Timeline, before: Timeline): PackedTimeline {
  const { parts, format } = timeline;
  const from = samePartsOf(parts, before.parts);
  const [files, tables, captured] = [new Listed<string>(), new Listed<Uint8Array>(), new Listed<CapturedRun>()];
  const numbers = new Float64Array((parts.length - from) * width);
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index];
    if (!part) break;
    const run = captured.place(part.captured);
    if (index < from) continue;
    const at = (index - from) * width;
    numbers[at + columns.file] = files.place(part.file);
    numbers[at + columns.from] = part.from;
    numbers[at + columns.to] = part.to;
    numbers[at + columns.tables] = tables.place(part.tables);
    numbers[at + columns.startUs] = part.startUs;
    numbers[at + columns.durationUs] = part.durationUs;
    numbers[at + columns.beginsRun] = part.beginsRun ? 1 : 0;
    numbers[at + columns.captured] = run;
  }
  const thumbnails = Float64Array.from(timeline.thumbnails, ({ fileUs }) => fileUs);
  return { from, numbers, files: files.all, tables: tables.all, captured: captured.all, format, thumbnails };
}

/**
 * The timeline that was packed. Parts that are the same as before are the same objects.
 * @param before the timeline of which it is the continuation
 */
export function unpackTimeline(packed: PackedTimeline, before: Timeline): Timeline {
  const { from, numbers, files, format } = packed;
  const parts = before.parts.slice(0, from);
  const known = new Listed<CapturedRun>();
  for (const part of parts) known.place(part.captured);
  // Objects of parts that stay are brought up to date, as they would be without a thread between.
  const captured = packed.captured.map((run, index) => Object.assign(known.all[index] ?? {}, run));
  const tables = packed.tables.map((bytes) => Buffer.from(bytes));
  const numberAt = (at: number): number => numbers[at] ?? 0;
  for (let at = 0; at < numbers.length; at += width) {
    const run = captured[numberAt(at + columns.captured)];
    if (!run) throw new Error('A part without a run');
    const part: TimelinePart = {
      file: files[numberAt(at + columns.file)] ?? '',
      from: numberAt(at + columns.from),
      to: numberAt(at + columns.to),
      tables: tables[numberAt(at + columns.tables)] ?? Buffer.alloc(0),
      startUs: numberAt(at + columns.startUs),
      durationUs: numberAt(at + columns.durationUs),
      beginsRun: numberAt(at + columns.beginsRun) === 1,
      captured: run,
    };
    parts.push(part);
  }
  const { thumbnails } = packed;
  const isSame = thumbnails.length === before.thumbnails.length;
  const made = () => Array.from(thumbnails, (fileUs) => ({ fileUs, atUs: fileUs }));
  return { parts, format, thumbnails: isSame ? before.thumbnails : made() };
}

/** How many parts at the beginning of two lists are the same objects. */
function samePartsOf(parts: TimelinePart[], before: TimelinePart[]): number {
  let count = 0;
  while (count < parts.length && parts[count] === before[count]) count++;
  return count;
}

/** Values in the order in which they came, of which those that follow each other are one. */
export class Listed<Value> {
  readonly all: Value[] = [];

  /** @returns the place of the value */
  place(value: Value): number {
    if (this.all.length === 0 || this.all.at(-1) !== value) this.all.push(value);
    return this.all.length - 1;
  }
}
