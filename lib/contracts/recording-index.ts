import { z } from 'zod';
import type { CaptureClock } from '@/lib/core/capture-fit';

/** Microseconds since 1970. */
const wallUs = z.number().int();
/** PTS of the last frame before this line; null if unknown, or if a keyframe follows at once. */
const lastPts = z.number().int().nullable();

/**
 * The clock behind a reading, the best first. `encoder`: the encoder's own capture time. `sent`: the time of arrival less the SRT latency.
 * `arrival`: the time of arrival, while the connection's latency is unknown.
 */
export const recordingClockSchema = z.enum(['encoder', 'sent', 'arrival'] satisfies CaptureClock[]);
export type RecordingClock = z.infer<typeof recordingClockSchema>;

/**
 * A line of a recording's index, which lies beside its segments as `WORKER.jsonl`. A segment holds the camera's own
 * MPEG-TS packets, untouched. A line is written once the bytes it describes are on the disk.
 */
export const recordingLineSchema = z.discriminatedUnion('kind', [
  /** The lines that follow are about this file. */
  z.object({
    kind: z.literal('segment'),
    file: z.string(),
    wallUs,
    /** PAT and PMT in base64, which a player reads before any part of the file. */
    tables: z.string(),
  }),
  /** A player can begin at this byte of the segment. */
  z.object({
    kind: z.literal('keyframe'),
    offset: z.number().int(),
    /** 33-bit count of a 90 kHz clock, the camera's. */
    pts: z.number().int(),
    wallUs,
    clock: recordingClockSchema,
    /** The reading itself: the arrival with the least delay since the keyframe before. Missing from older versions. */
    arrivedUs: wallUs.optional(),
  }),
  /** From the sending of a packet to its arrival, from about here on; a camera that comes back has another. */
  z.object({
    kind: z.literal('delay'),
    wallUs,
    us: z.number().int(),
    uncertaintyUs: z.number().int(),
    /** Packets were followed from the gateway on. Otherwise it is the negotiated latency. */
    isMeasured: z.boolean(),
  }),
  /** The camera's format from here on. */
  z.object({
    kind: z.literal('format'),
    videoCodec: z.string().nullable(),
    audioCodec: z.string().nullable(),
    width: z.number().int().nullable(),
    height: z.number().int().nullable(),
  }),
  /** The segment ends here. */
  z.object({ kind: z.literal('end'), bytes: z.number().int(), lastPts }),
  /** Something is missing: the camera was away, or the disk took no more. */
  z.object({ kind: z.literal('gap'), cause: z.enum(['camera', 'disk']), wallUs, lastPts }),
]);
export type RecordingLine = z.infer<typeof recordingLineSchema>;

/** A camera's format, as the index has it. */
export type RecordedFormat = Omit<Extract<RecordingLine, { kind: 'format' }>, 'kind'>;

/**
 * Reads an index, however it has ended.
 * @param text a last line that is cut off counts for nothing, nor do lines of a later version
 */
export function readRecordingLines(text: string): RecordingLine[] {
  return text.split('\n').flatMap((line) => (line === '' ? [] : (readRecordingLine(line) ?? [])));
}

/** Reads a line of an index; null for one that is cut off, or of a later version. */
export function readRecordingLine(text: string): RecordingLine | null {
  try {
    const value: unknown = JSON.parse(text);
    // A day of a camera has a hundred thousand of these, and zod takes most of the time.
    if (isKeyframe(value) || isSegment(value) || isEnd(value)) return value;
    return recordingLineSchema.safeParse(value).data ?? null;
  } catch {
    return null;
  }
}

/**
 * Reads the usual lines as the recorder writes them, without making anything of most. A day of a camera has a hundred
 * thousand, and their texts would cost more than all else.
 */
export class RecordingLineScanner {
  /** The line that was read last; the next one may take its place. */
  line: RecordingLine;
  readonly #keyframe: KeyframeLine & { arrivedUs: number } = {
    kind: 'keyframe',
    offset: 0,
    pts: 0,
    wallUs: 0,
    clock: 'arrival',
    arrivedUs: 0,
  };
  readonly #segment: SegmentLine = { kind: 'segment', file: '', wallUs: 0, tables: '' };
  readonly #end: EndLine = { kind: 'end', bytes: 0, lastPts: null };
  /** The tables of the last segment, with the text behind them: nearly always those of the next one, too. */
  #tables: Uint8Array = new Uint8Array();
  /** The last format, and its line's bytes: each segment repeats it. */
  #format: { line: RecordingLine; bytes: Uint8Array } | null = null;
  /** Where the last number ended. */
  #at = 0;

  constructor() {
    this.line = this.#keyframe;
  }

  /**
   * Reads a line. One that is cut off is no such line.
   * @returns where the line feed behind it is; null for any other line
   */
  scan(bytes: Uint8Array, from: number): number | null {
    switch (bytes[from + initialAt]) {
      case initials.keyframe:
        return this.#scanKeyframe(bytes, from);
      case initials.segment:
        return this.#scanSegment(bytes, from);
      case initials.end:
        return this.#scanEnd(bytes, from);
      case initials.format:
        return this.#scanFormat(bytes, from);
      default:
        return null;
    }
  }

  #scanKeyframe(bytes: Uint8Array, from: number): number | null {
    const line = this.#keyframe;
    line.offset = this.#number(bytes, skip(bytes, from, scanned.offset));
    line.pts = this.#number(bytes, skip(bytes, this.#at, scanned.pts));
    line.wallUs = this.#number(bytes, skip(bytes, this.#at, scanned.wallUs));
    const clockAt = skip(bytes, this.#at, scanned.clock);
    let at = -1;
    for (let index = 0; at < 0 && index < scanned.clocks.length; index++) {
      const { clock, text } = scanned.clocks[index] ?? {};
      if (!clock || !text) break;
      line.clock = clock;
      at = skip(bytes, clockAt, text);
    }
    line.arrivedUs = this.#number(bytes, skip(bytes, at, scanned.arrivedUs));
    at = skip(bytes, this.#at, scanned.close);
    const hasNumbers =
      Number.isSafeInteger(line.offset) &&
      Number.isSafeInteger(line.pts) &&
      Number.isSafeInteger(line.wallUs) &&
      Number.isSafeInteger(line.arrivedUs);
    this.line = line;
    return at < 0 || !hasNumbers ? null : at - 1;
  }

  #scanSegment(bytes: Uint8Array, from: number): number | null {
    const line = this.#segment;
    const fileAt = skip(bytes, from, scanned.file);
    if (fileAt < 0) return null;
    const fileEnd = nameEnd(bytes, fileAt);
    line.wallUs = this.#number(bytes, skip(bytes, fileEnd, scanned.segmentWallUs));
    const tablesAt = skip(bytes, this.#at, scanned.tables);
    if (tablesAt < 0 || !Number.isSafeInteger(line.wallUs)) return null;
    let end = skip(bytes, tablesAt, this.#tables);
    if (end < 0 || this.#tables.length === 0) {
      const textEnd = skip(bytes, nameEnd(bytes, tablesAt), scanned.closeText);
      if (textEnd < 0) return null;
      this.#tables = new Uint8Array(bytes.subarray(tablesAt, textEnd));
      line.tables = textOf(bytes.subarray(tablesAt, textEnd - scanned.closeText.length));
      end = textEnd;
    }
    line.file = textOf(bytes.subarray(fileAt, fileEnd));
    this.line = line;
    return end - 1;
  }

  #scanEnd(bytes: Uint8Array, from: number): number | null {
    const line = this.#end;
    line.bytes = this.#number(bytes, skip(bytes, from, scanned.bytes));
    const ptsAt = skip(bytes, this.#at, scanned.lastPts);
    const noneAt = skip(bytes, ptsAt, scanned.none);
    line.lastPts = noneAt < 0 ? this.#number(bytes, ptsAt) : null;
    const end = skip(bytes, noneAt < 0 ? this.#at : noneAt, scanned.close);
    const hasNumbers =
      Number.isSafeInteger(line.bytes) && (line.lastPts === null || Number.isSafeInteger(line.lastPts));
    this.line = line;
    return end < 0 || !hasNumbers ? null : end - 1;
  }

  #scanFormat(bytes: Uint8Array, from: number): number | null {
    const known = this.#format && skip(bytes, from, this.#format.bytes);
    if (this.#format && known !== null && known >= 0) {
      this.line = this.#format.line;
      return known - 1;
    }
    const end = bytes.indexOf(newline, from);
    const line = end < 0 ? null : readRecordingLine(textOf(bytes.subarray(from, end)));
    if (line?.kind !== 'format') return null;
    this.#format = { line, bytes: new Uint8Array(bytes.subarray(from, end + 1)) };
    this.line = line;
    return end;
  }

  /** NaN where there are no digits, and for a number that JSON would not read. @param from -1 where there is none */
  #number(bytes: Uint8Array, from: number): number {
    this.#at = -1;
    if (from < 0) return Number.NaN;
    let at = from;
    let value = 0;
    for (let digit = digitAt(bytes, at); digit >= 0 && digit <= 9; digit = digitAt(bytes, at)) {
      value = value * 10 + digit;
      at++;
    }
    this.#at = at;
    const hasZeroBefore = at - from > 1 && bytes[from] === zero;
    return at === from || hasZeroBefore ? Number.NaN : value;
  }
}

/** @param at -1 where nothing was found before. @returns where the wanted bytes end; -1 where they are not there */
function skip(bytes: Uint8Array, at: number, wanted: Uint8Array): number {
  if (at < 0 || at + wanted.length > bytes.length) return -1;
  for (let index = 0; index < wanted.length; index++) if (bytes[at + index] !== wanted[index]) return -1;
  return at + wanted.length;
}

/** Where a text ends that holds nothing but what names of files and base64 have; a text with anything else is for JSON. */
function nameEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  while (isNameByte[bytes[at] ?? 0] === 1) at++;
  return at;
}

const digitAt = (bytes: Uint8Array, at: number): number => (bytes[at] ?? 0) - zero;
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const decoder = new TextDecoder();
const textOf = (bytes: Uint8Array): string => decoder.decode(bytes);

/** The texts between the values of lines. */
const scanned = {
  offset: bytesOf('{"kind":"keyframe","offset":'),
  pts: bytesOf(',"pts":'),
  wallUs: bytesOf(',"wallUs":'),
  clock: bytesOf(',"clock":"'),
  clocks: recordingClockSchema.options.map((clock) => ({ clock, text: bytesOf(clock) })),
  arrivedUs: bytesOf('","arrivedUs":'),
  close: bytesOf('}\n'),
  file: bytesOf('{"kind":"segment","file":"'),
  segmentWallUs: bytesOf('","wallUs":'),
  tables: bytesOf(',"tables":"'),
  closeText: bytesOf('"}\n'),
  bytes: bytesOf('{"kind":"end","bytes":'),
  lastPts: bytesOf(',"lastPts":'),
  none: bytesOf('null'),
};

/** Where a line's kind begins, and with which byte. */
const initialAt = '{"kind":"'.length;
const initials = { keyframe: 107, segment: 115, end: 101, format: 102 };

const isNameByte = new Uint8Array(256);
for (const byte of bytesOf('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.+/='))
  isNameByte[byte] = 1;

/** The byte of the digit 0. */
const zero = 48;
const newline = 10;

type KeyframeLine = Extract<RecordingLine, { kind: 'keyframe' }>;

const clocks: ReadonlySet<unknown> = new Set(recordingClockSchema.options);

function isKeyframe(value: unknown): value is KeyframeLine {
  const line = value as Partial<KeyframeLine> | null;
  return (
    line?.kind === 'keyframe' &&
    Number.isSafeInteger(line.offset) &&
    Number.isSafeInteger(line.pts) &&
    Number.isSafeInteger(line.wallUs) &&
    (line.arrivedUs === undefined || Number.isSafeInteger(line.arrivedUs)) &&
    clocks.has(line.clock)
  );
}

type SegmentLine = Extract<RecordingLine, { kind: 'segment' }>;

function isSegment(value: unknown): value is SegmentLine {
  const line = value as Partial<SegmentLine> | null;
  const hasTexts = typeof line?.file === 'string' && typeof line.tables === 'string';
  return line?.kind === 'segment' && hasTexts && Number.isSafeInteger(line.wallUs);
}

type EndLine = Extract<RecordingLine, { kind: 'end' }>;

function isEnd(value: unknown): value is EndLine {
  const line = value as Partial<EndLine> | null;
  const hasPts = line?.lastPts === null || Number.isSafeInteger(line?.lastPts);
  return line?.kind === 'end' && hasPts && Number.isSafeInteger(line.bytes);
}
