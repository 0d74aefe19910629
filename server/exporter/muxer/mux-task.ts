import { z } from 'zod';

/** Containers that are written by libavformat. */
export const muxFormatSchema = z.enum(['mp4', 'mov', 'mkv']);

/** Copies one camera's stretch. The muxer reads it as MPEG-TS at its standard input. */
const copyTaskSchema = z.object({
  kind: z.literal('copy'),
  /** Its file, which is new. */
  file: z.string(),
  format: muxFormatSchema,
  /** When the first frame was captured, in microseconds since 1970. */
  startUs: z.number(),
  /** The same by the clock of the event: it becomes the time code. */
  localStartUs: z.number(),
  /** Frames from here on are left out; counted from the first frame, in microseconds. */
  durationUs: z.number(),
  /** The first frame lies at or behind this byte. Bytes before it are read for their sound alone. */
  leadBytes: z.number().int(),
});
export type CopyTask = z.infer<typeof copyTaskSchema>;

/** A camera's turn in the program. All times are in microseconds since 1970. */
const programClipSchema = z.object({
  /** MPEG-TS that begins with a keyframe. */
  file: z.string(),
  /** When its first frame was captured. */
  startUs: z.number(),
  /** When the camera goes on air. */
  fromUs: z.number(),
  /** When it no longer is. */
  toUs: z.number(),
});
export type ProgramClip = z.infer<typeof programClipSchema>;
export const programClipsSchema = z.array(programClipSchema).min(1);

/** Joins cameras' turns into one MP4. The muxer reads them as JSON at its standard input: a show has thousands. */
const programTaskSchema = z.object({
  kind: z.literal('program'),
  file: z.string(),
  /** When it begins by the clock of the event, in microseconds since 1970: it becomes the time code. */
  localStartUs: z.number(),
});

export type ProgramTask = z.infer<typeof programTaskSchema>;

export const muxTaskSchema = z.discriminatedUnion('kind', [copyTaskSchema, programTaskSchema]);
export type MuxTask = z.infer<typeof muxTaskSchema>;

/** The muxer's answer. */
export const muxedSchema = z.object({
  rate: z.object({ num: z.number().int().positive(), den: z.number().int().positive() }),
  width: z.number().int(),
  height: z.number().int(),
  videoFrames: z.number().int(),
  /** Frames that are not the camera's own bytes. */
  encodedFrames: z.number().int(),
  durationUs: z.number(),
  /** Each audio track's channels, and its samples a second. */
  audioChannels: z.array(z.number().int()),
  audioRates: z.array(z.number().int()),
});
export type Muxed = z.infer<typeof muxedSchema>;

/** A line of the muxer's output: its progress from 0 to 1, and at last its result or its failure. */
export const muxAnswerSchema = z.union([
  z.object({ progress: z.number() }),
  z.object({ muxed: muxedSchema }),
  z.object({ fault: z.enum(['no_video', 'codec', 'damaged', 'disk_full', 'cannot_write']), message: z.string() }),
]);
export type MuxAnswer = z.infer<typeof muxAnswerSchema>;
