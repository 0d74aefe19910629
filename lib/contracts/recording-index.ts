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
    // A day of a camera has a hundred thousand keyframes, and zod takes most of the time.
    if (isKeyframe(value)) return value;
    return recordingLineSchema.safeParse(value).data ?? null;
  } catch {
    return null;
  }
}

const clocks: ReadonlySet<unknown> = new Set(recordingClockSchema.options);

function isKeyframe(value: unknown): value is Extract<RecordingLine, { kind: 'keyframe' }> {
  const line = value as Partial<Extract<RecordingLine, { kind: 'keyframe' }>> | null;
  return (
    line?.kind === 'keyframe' &&
    Number.isSafeInteger(line.offset) &&
    Number.isSafeInteger(line.pts) &&
    Number.isSafeInteger(line.wallUs) &&
    (line.arrivedUs === undefined || Number.isSafeInteger(line.arrivedUs)) &&
    clocks.has(line.clock)
  );
}
