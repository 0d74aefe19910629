import { z } from 'zod';
import { entry } from './entry';

const codecNames = { hevc: 'HEVC', mpeg2video: 'MPEG-2' };

/** The reasons for which a camera's video is transcoded, and the setting that saves it. */
export const transcodingTexts = {
  transcoded_codec: entry(
    { codec: z.enum(['hevc', 'mpeg2video']) },
    ({ codec }) => `${codecNames[codec]} cannot be shown by every browser: set the encoder to H.264.`,
  ),
  transcoded_mjpeg: entry({}, () => 'The camera sends MJPEG, which is encoded as H.264 here: set the camera to H.264.'),
  transcoded_chroma: entry(
    { chroma: z.string() },
    ({ chroma }) => `Browsers cannot show colour of ${chroma}: set the encoder to 4:2:0.`,
  ),
  transcoded_bit_depth: entry(
    { bitDepth: z.int() },
    ({ bitDepth }) => `Browsers cannot show H.264 of ${bitDepth} bits: set the encoder to 8 bits.`,
  ),
  transcoded_interlaced: entry({}, () => 'Browsers cannot show interlaced pictures: set the encoder to progressive.'),
  transcoded_pixel_shape: entry(
    {},
    () => 'Browsers show every pixel as a square: set the encoder to a size with square pixels, like 1920 × 1080.',
  ),
  transcoded_b_frames: entry({}, () => 'Browsers show B-frames in the wrong order: set the number of B-frames to 0.'),
  transcoded_without_idr: entry(
    {},
    () => 'Browsers can begin only at an IDR picture and there are none: switch intra refresh and open GOP off.',
  ),
};
