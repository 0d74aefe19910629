import { z } from 'zod';

/** Containers that are written by libavformat. */
const muxFormatSchema = z.enum(['mp4', 'mov', 'mkv']);
export type MuxFormat = z.infer<typeof muxFormatSchema>;

/** The codec of sound that a container cannot have as it came. */
const audioMadeSchema = z.enum(['pcm', 'aac']);
export type AudioMade = z.infer<typeof audioMadeSchema>;

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
  /** All sound is decoded, since the camera changes it on the way. */
  decodesAudio: z.boolean().optional(),
  /** Tracks of the input that are left out, by their index. */
  leftOut: z.array(z.number().int()).optional(),
  /** The video is made small. */
  isProxy: z.boolean().optional(),
});
export type CopyTask = z.output<typeof copyTaskSchema>;

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

/** Makes a recording of a video file. The muxer reads it at its standard input, which is the file itself. */
const importTaskSchema = z.object({
  kind: z.literal('import'),
  /** The recording's folder, which is new and empty. */
  folder: z.string(),
  /** Names its files. */
  writer: z.string(),
  /** When its last frame is said to be captured, in microseconds since 1970. */
  endUs: z.number(),
  sizeBytes: z.number(),
  maxBytes: z.number(),
  maxSeconds: z.number(),
  /** Video is encoded in any case. */
  encodes: z.boolean(),
});
export type ImportTask = z.infer<typeof importTaskSchema>;

export const muxTaskSchema = z.discriminatedUnion('kind', [copyTaskSchema, programTaskSchema, importTaskSchema]);
export type MuxTask = z.output<typeof muxTaskSchema>;

/** The muxer's answer. */
const muxedSchema = z.object({
  rate: z.object({ num: z.number().int().positive(), den: z.number().int().positive() }),
  width: z.number().int(),
  height: z.number().int(),
  videoFrames: z.number().int(),
  /** Frames that are not the camera's own bytes. */
  encodedFrames: z.number().int(),
  /** Keyframes in the file. */
  keyframes: z.number().int(),
  /** Frames that the camera sent and the file lacks: out of order, or without a time. */
  lostFrames: z.number().int(),
  /** The same of packets of sound. */
  lostSound: z.number().int(),
  /** The codec of sound that was decoded; null where it is the camera's own. */
  audioMade: audioMadeSchema.nullable(),
  durationUs: z.number(),
  /** Each audio track's channels, and its samples a second. */
  audioChannels: z.array(z.number().int()),
  audioRates: z.array(z.number().int()),
});
export type Muxed = z.infer<typeof muxedSchema>;

/** A recording that was made of a file. Times are in microseconds. */
const importedSchema = z.object({
  startUs: z.number(),
  durationUs: z.number(),
  sizeBytes: z.number(),
});
export type Imported = z.infer<typeof importedSchema>;

/** A line of the muxer's output: its progress from 0 to 1, and at last its result or its failure. */
export const muxAnswerSchema = z.union([
  z.object({ progress: z.number() }),
  z.object({ muxed: muxedSchema }),
  z.object({ imported: importedSchema }),
  z.object({
    fault: z.enum([
      ...['no_video', 'codec', 'sound_changes', 'empty_tracks', 'damaged', 'disk_full', 'cannot_write'],
      ...['cannot_open', 'cut_off', 'too_long', 'too_large', 'needs_encoding'],
    ] as const),
    message: z.string(),
    /** The tracks of the input that `empty_tracks` means, by their index. */
    tracks: z.array(z.number().int()).optional(),
  }),
]);
export type MuxAnswer = z.infer<typeof muxAnswerSchema>;
