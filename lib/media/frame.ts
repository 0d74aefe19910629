import { AV_PIX_FMT_YUV420P, AVCOL_RANGE_MPEG, AVCOL_SPC_BT709 } from 'node-av/constants';
import { Frame, Packet, Rational } from 'node-av/lib';
import { ticksPerSecond } from '@/lib/core/timestamp33';

/** The unit of timestamps, unless another is named: 1/90,000 s. */
export const tickBase = new Rational(1, ticksPerSecond);

/** @param timestamp counts units of `base`. @returns the same moment in units of which a second has `perSecond` */
export const rescale = (timestamp: bigint, base: { num: number; den: number }, perSecond: number): number =>
  (Number(timestamp) * base.num * perSecond) / base.den;

/** A frame to decode into, yet empty. */
export function newFrame(): Frame {
  const frame = new Frame();
  frame.alloc();
  return frame;
}

/** A packet, yet empty. */
export function newPacket(): Packet {
  const packet = new Packet();
  packet.alloc();
  return packet;
}

/** A picture's size, in pixels. */
export interface Size {
  width: number;
  height: number;
}

/** A frame of planes of 4:2:0, one behind the other, in the colours of ITU-R BT.709. They must live as long as it. */
export function pictureFrame(planes: Buffer, size: Size): Frame {
  const format = { ...size, format: AV_PIX_FMT_YUV420P, timeBase: tickBase };
  const frame = Frame.fromVideoBuffer(planes, format);
  frame.colorRange = AVCOL_RANGE_MPEG;
  frame.colorSpace = AVCOL_SPC_BT709;
  return frame;
}

/** A size times a factor, in even lengths as 4:2:0 wants them. */
export function scaleSize({ width, height }: Size, factor: number): Size {
  const even = (length: number) => Math.max(2, 2 * Math.round((length * factor) / 2));
  return { width: even(width), height: even(height) };
}

/** A size without its odd line or column, because H.264 of 4:2:0 has an even number of pixels a side. */
export const evenSize = ({ width, height }: Size): Size => ({
  width: Math.max(2, width & ~1),
  height: Math.max(2, height & ~1),
});

/** The arguments of a `buffer` filter for frames like this one, with 90 kHz timestamps. */
export function describeVideo(frame: Frame): string {
  const { width, height, format } = frame;
  const { num, den } = pixelAspect(frame);
  return `video_size=${width}x${height}:pix_fmt=${format}:time_base=1/${ticksPerSecond}:pixel_aspect=${num}/${den}`;
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
