import { z } from 'zod';

/** Containers that are written by libavformat. */
export const muxFormatSchema = z.enum(['mp4', 'mov', 'mkv']);

/** The muxer's task: it reads MPEG-TS at its standard input. */
export const muxTaskSchema = z.object({
  /** Its file, which is new. */
  file: z.string(),
  format: muxFormatSchema,
  /** When the first frame was captured, in microseconds since 1970: it becomes the time code. */
  startUs: z.number(),
  /** Frames from here on are left out; counted from the first frame, in microseconds. */
  durationUs: z.number(),
});
export type MuxTask = z.infer<typeof muxTaskSchema>;

/** The muxer's answer. */
export const muxedSchema = z.object({
  rate: z.object({ num: z.number().int().positive(), den: z.number().int().positive() }),
  width: z.number().int(),
  height: z.number().int(),
  videoFrames: z.number().int(),
  durationUs: z.number(),
  audioChannels: z.array(z.number().int()),
});
export type Muxed = z.infer<typeof muxedSchema>;

/** The muxer's last line: what it has written, or why it has not. */
export const muxAnswerSchema = z.union([
  z.object({ muxed: muxedSchema }),
  z.object({ fault: z.enum(['no_video', 'codec', 'damaged', 'disk_full', 'cannot_write']), message: z.string() }),
]);
export type MuxAnswer = z.infer<typeof muxAnswerSchema>;
