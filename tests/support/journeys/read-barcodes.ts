import type { Locator } from '@playwright/test';

/** One shown frame, and its decoded size. */
export interface ShownFrame {
  /** Since its capture, when the page is told of it; null where it has no barcode. */
  ageMs: number | null;
  /** The same when the screen is to show it. */
  screenAgeMs: number | null;
  /** When that is, by the page's clock. */
  screenMs: number;
  /** When that is on the video's own timeline. The barcode is the next frame's where the page is late to read it. */
  mediaMs: number;
  width: number;
  height: number;
}

/** A busy machine shows few frames a second. */
const maxExtraMs = 20_000;

/**
 * Watches a video element for `durationMs` and reads the barcode (see barcode-source.mjs) of every frame it shows.
 * @param minRead goes on for up to 20 s more until it has read so many
 */
export function readBarcodes(video: Locator, durationMs: number, minRead = 0): Promise<ShownFrame[]> {
  const limits = { watchMs: durationMs, minRead, maxExtraMs };
  return video.evaluate(async (element, { watchMs, minRead, maxExtraMs }) => {
    const player = element as HTMLVideoElement;
    const canvas = new OffscreenCanvas(player.videoWidth || 1, 1);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context) throw new Error('no canvas');

    const readAge = (width: number, height: number): number | null => {
      // Reading the pixels takes milliseconds, and is no part of how old the frame is.
      const shownMs = Date.now();
      if (canvas.width !== width) canvas.width = width;
      context.drawImage(player, 0, Math.floor(height / 32), width, 1, 0, 0, width, 1);
      const { data } = context.getImageData(0, 0, width, 1);
      const bytes = [0, 1, 2, 3, 4].map((byte) =>
        [0, 1, 2, 3, 4, 5, 6, 7].reduce((sum, bit) => {
          const x = Math.floor(((byte * 8 + bit + 0.5) * width) / 40);
          return sum + ((data[x * 4] ?? 0) > 125 ? 2 ** bit : 0);
        }, 0),
      );
      const [checksum = -1] = bytes.splice(4);
      if ((~bytes.reduce((sum, byte) => sum + byte, 0) & 0xff) !== checksum) return null;
      const time = bytes.reduce((sum, byte, index) => sum + byte * 2 ** (8 * index), 0);
      return (shownMs % 2 ** 32) - time;
    };

    const frames: ShownFrame[] = [];
    let isOver = false;
    const onFrame = (_now: number, { width, height, expectedDisplayTime, mediaTime }: VideoFrameCallbackMetadata) => {
      const untilShownMs = expectedDisplayTime - performance.now();
      const ageMs = readAge(width, height);
      frames.push({
        ageMs,
        screenAgeMs: ageMs === null ? null : ageMs + untilShownMs,
        screenMs: expectedDisplayTime,
        mediaMs: mediaTime * 1_000,
        width,
        height,
      });
      if (!isOver) player.requestVideoFrameCallback(onFrame);
    };
    player.requestVideoFrameCallback(onFrame);
    const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
    await pause(watchMs);
    const endMs = performance.now() + maxExtraMs;
    const isEnough = () => frames.filter(({ ageMs }) => ageMs !== null).length >= minRead;
    while (!isEnough() && performance.now() < endMs) await pause(50);
    isOver = true;
    return frames;
  }, limits);
}
