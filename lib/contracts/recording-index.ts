import { z } from 'zod';

/** Microseconds since 1970. */
const wallUs = z.number().int();
/** PTS of the last frame before this line; null if unknown, or if a keyframe follows at once. */
const lastPts = z.number().int().nullable();

/**
 * The clock behind a time. `encoder`: the encoder's own capture time. `sent`: the time of arrival less the SRT latency.
 * `arrival`: the time of arrival, while the connection's latency is unknown.
 */
export const recordingClockSchema = z.enum(['encoder', 'sent', 'arrival']);
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
  return text.split('\n').flatMap((line) => {
    if (line === '') return [];
    try {
      const read = recordingLineSchema.safeParse(JSON.parse(line));
      return read.success ? [read.data] : [];
    } catch {
      return [];
    }
  });
}
