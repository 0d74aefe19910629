import decodeQR from 'qr/decode.js';
import { type CodeReading, codeMsOf } from '@/lib/core/calibration-code';
import type { RecordedVideo } from './recorded-video';

/** Enough for a code of a fifth of the picture's height, and quick to read. */
const maxHeightPx = 540;

/** Reads the calibration code in each frame that a recording shows, until `signal`. */
export function readCodes(player: RecordedVideo, signal: AbortSignal): Promise<CodeReading[]> {
  const { video } = player;
  const readings: CodeReading[] = [];
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const read = (mediaSeconds: number) => {
    const scale = Math.min(1, maxHeightPx / video.videoHeight);
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    context?.drawImage(video, 0, 0, canvas.width, canvas.height);
    const image = context?.getImageData(0, 0, canvas.width, canvas.height);
    const codeMs = image ? readCode(image) : null;
    const capturedMs = player.capturedMsAt(mediaSeconds);
    if (codeMs !== null && capturedMs !== null) readings.push({ codeMs, capturedMs });
  };
  return new Promise((resolve) => {
    let handle = 0;
    const next = () => {
      handle = video.requestVideoFrameCallback((_, { mediaTime }) => {
        read(mediaTime);
        next();
      });
    };
    next();
    signal.addEventListener('abort', () => {
      video.cancelVideoFrameCallback(handle);
      resolve(readings);
    });
  });
}

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
