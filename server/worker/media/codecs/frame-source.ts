import type { Frame } from 'node-av/lib';
import type { Size } from './size';

/** The arguments of a `buffer` filter that takes frames like this one, with timestamps of 90 kHz. */
export function describeFrame(frame: Frame): string {
  const { width, height, format } = frame;
  const { num, den } = pixelAspect(frame);
  return `video_size=${width}x${height}:pix_fmt=${format}:time_base=1/90000:pixel_aspect=${num}/${den}`;
}

/** The size of a frame if its pixels were square, as those of browsers are. */
export function squareSize(frame: Frame): Size {
  const { num, den } = pixelAspect(frame);
  return { width: Math.round((frame.width * num) / den), height: frame.height };
}

/** How wide a frame's pixels are to their height; 1:1 where it is not known. */
export function pixelAspect({ sampleAspectRatio: { num, den } }: Frame): { num: number; den: number } {
  return num > 0 && den > 0 ? { num, den } : { num: 1, den: 1 };
}
