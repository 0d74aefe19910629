import type { Frame } from 'node-av/lib';
import type { Size } from './size';

/** The arguments of a `buffer` filter for frames like this one, with 90 kHz timestamps. */
export function describeFrame(frame: Frame): string {
  const { width, height, format } = frame;
  const { num, den } = pixelAspect(frame);
  return `video_size=${width}x${height}:pix_fmt=${format}:time_base=1/90000:pixel_aspect=${num}/${den}`;
}

/** The size of a frame in square pixels, as browsers have. */
export function squareSize(frame: Frame): Size {
  const { num, den } = pixelAspect(frame);
  return { width: Math.round((frame.width * num) / den), height: frame.height };
}

/** The aspect ratio of a frame's pixels; 1:1 when it is unknown. */
export function pixelAspect({ sampleAspectRatio: { num, den } }: Frame): { num: number; den: number } {
  return num > 0 && den > 0 ? { num, den } : { num: 1, den: 1 };
}
