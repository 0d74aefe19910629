import type { AVPixelFormat } from 'node-av/constants';
import { avGetPixFmtName, type Frame } from 'node-av/lib';

/** The measured part of a decoded frame: its planes, luma first, and the bytes from row to row. */
export interface MeasuredFrame {
  width: number;
  height: number;
  /** FFmpeg's pixel format. */
  format: Frame['format'];
  data: Uint8Array[] | null;
  linesize: number[];
}

/** Points across and down: a light in the dark is larger than their distance. */
const columns = 64;
const rows = 36;

/**
 * The luma of a decoded frame at 64 × 36 points, of 8 bits each.
 * @returns null when the frame is not in this machine's memory
 */
export function readLuma({ width, height, format, data, linesize }: MeasuredFrame): Uint8Array | null {
  const luma = data?.[0];
  const stride = linesize[0];
  if (!luma || !stride) return null;
  const extraBits = bitsOf(format) - 8;
  const points = new Uint8Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    const rowStart = Math.floor(((row + 0.5) * height) / rows) * stride;
    for (let column = 0; column < columns; column++) {
      const x = Math.floor(((column + 0.5) * width) / columns);
      const at = rowStart + (extraBits > 0 ? 2 * x : x);
      const low = luma[at] ?? 0;
      points[row * columns + column] = extraBits > 0 ? (low | ((luma[at + 1] ?? 0) << 8)) >> extraBits : low;
    }
  }
  return points;
}

/** Bits of one sample: the names of planar formats end in them, such as yuv420p10le. */
function bitsOf(format: Frame['format']): number {
  return Number(/p(\d+)le$/.exec(avGetPixFmtName(format as AVPixelFormat) ?? '')?.[1] ?? 8);
}
