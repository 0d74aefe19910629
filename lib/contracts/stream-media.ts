import { z } from 'zod';
import { codedTextSchema } from './catalogue/coded-text';

/** A camera's media and the path of its video to the room, as its worker reports and its stream's row holds them. */
export const streamMediaSchema = z.object({
  video: z
    .object({
      /** FFmpeg's names, here and below: h264, hevc, mpeg2video …; High, Main 10 … */
      codec: z.string(),
      profile: z.string().nullable(),
      width: z.number().int(),
      height: z.number().int(),
    })
    .nullable(),
  audio: z
    .object({ codec: z.string(), sampleRateHz: z.number().int().nullable(), channels: z.number().int().nullable() })
    .nullable(),
  mode: z.enum(['passthrough', 'transcoded']).nullable(),
  /** The reason for transcoding. Missing without one, and from workers of the previous version. */
  codedReason: codedTextSchema.optional(),
  /** The same in words, for programs that do not know the code, such as those of the previous version. */
  reason: z.string().nullable(),
  /** The programs and audio tracks of a camera with several, and the chosen ones. */
  choices: z
    .object({
      programs: z.array(z.object({ number: z.number().int(), hasVideo: z.boolean() })),
      program: z.number().int(),
      /** Audio tracks of the chosen program. */
      audioTracks: z.array(
        z.object({
          codec: z.string(),
          /** ISO 639-2, such as eng. */
          language: z.string().nullable(),
        }),
      ),
      /** Counted from 1. */
      audioTrack: z.number().int().nullable(),
    })
    .optional(),
  /** `encoder`: it says itself when it captured each frame. */
  captureClock: z.literal('encoder').optional(),
  /** It is the spare's, which is in the camera's place. */
  spareShown: z.literal(true).optional(),
  /** The sender, as it names itself. Missing when it does not, and from workers of the previous version. */
  encoder: z.string().optional(),
  /** The encoder of a picture that is made here, by FFmpeg's name. Missing for cameras, and from former workers. */
  videoEncoder: z.string().optional(),
});
export type StreamMedia = z.infer<typeof streamMediaSchema>;
