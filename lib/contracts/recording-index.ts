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
 * Reads keyframes' lines as the recorder writes them, without making anything of them. A day of a camera has a hundred
 * thousand, and their texts would cost more than all else.
 */
export class KeyframeScanner {
  /** The line that was read last. The next one takes its place. */
  readonly line: KeyframeLine & { arrivedUs: number } = {
    kind: 'keyframe',
    offset: 0,
    pts: 0,
    wallUs: 0,
    clock: 'arrival',
    arrivedUs: 0,
  };
  #bytes: Uint8Array = new Uint8Array();
  #at = 0;

  /**
   * Reads a line. One that is cut off is no such line.
   * @returns where the line feed behind it is; null for any other line
   */
  scan(bytes: Uint8Array, from: number): number | null {
    this.#bytes = bytes;
    this.#at = from;
    const { line } = this;
    if (!this.#skip(scanned.offset)) return null;
    line.offset = this.#number();
    if (!this.#skip(scanned.pts)) return null;
    line.pts = this.#number();
    if (!this.#skip(scanned.wallUs)) return null;
    line.wallUs = this.#number();
    if (!this.#skip(scanned.clock)) return null;
    const clock = recordingClockSchema.options.find((one) => this.#skip(scanned.clocks[one]));
    if (!clock || !this.#skip(scanned.arrivedUs)) return null;
    line.clock = clock;
    line.arrivedUs = this.#number();
    const isWhole = this.#skip(scanned.end);
    return isWhole && isKeyframe(line) ? this.#at - 1 : null;
  }

  #skip(wanted: Uint8Array): boolean {
    for (let index = 0; index < wanted.length; index++) {
      if (this.#bytes[this.#at + index] !== wanted[index]) return false;
    }
    this.#at += wanted.length;
    return true;
  }

  /** NaN where there are no digits, and for a number that JSON would not read. */
  #number(): number {
    const from = this.#at;
    let value = 0;
    for (let digit = this.#digit(); digit >= 0 && digit <= 9; digit = this.#digit()) {
      value = value * 10 + digit;
      this.#at++;
    }
    const count = this.#at - from;
    const hasZeroBefore = count > 1 && this.#bytes[from] === zero;
    return count === 0 || hasZeroBefore ? Number.NaN : value;
  }

  #digit(): number {
    return (this.#bytes[this.#at] ?? 0) - zero;
  }
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The texts between the values of a keyframe's line. */
const scanned = {
  offset: bytesOf('{"kind":"keyframe","offset":'),
  pts: bytesOf(',"pts":'),
  wallUs: bytesOf(',"wallUs":'),
  clock: bytesOf(',"clock":"'),
  clocks: { encoder: bytesOf('encoder'), sent: bytesOf('sent'), arrival: bytesOf('arrival') },
  arrivedUs: bytesOf('","arrivedUs":'),
  end: bytesOf('}\n'),
};

/** The byte of the digit 0. */
const zero = 48;

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
