import decodeQR from 'qr/decode.js';
import { codeMsOf } from '@/lib/core/calibration-code';

/** A frame of three seconds may take longer to read than it is shown: others tell as much. */
const timeLimitMs = 100;

/**
 * Reads the calibration code in a picture.
 * @returns when it was first shown, in milliseconds of its day; null where there is none that can be read
 */
export function readCode(image: Pick<ImageData, 'width' | 'height' | 'data'>): number | null {
  try {
    return codeMsOf(decodeQR(image, { timeLimit: timeLimitMs }));
  } catch {
    // It throws for every picture without a code.
    return null;
  }
}
