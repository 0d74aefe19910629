import type { BrowserContext, Page } from '@playwright/test';

/** One frame that a video element showed. */
export interface RecordedFrame {
  /** `data-participant` of the video element. */
  participant: string;
  shownMs: number;
  /** By the barcode in the frame (see barcode-source.mjs); null where there is none. */
  ageMs: number | null;
}

/** Lets every page of this context record the frames of all previews, through every change of their video elements. */
export const installFrameRecorder = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const frames: RecordedFrame[] = [];
    Object.assign(window, { recordedFrames: frames });
    const followed = new WeakSet<HTMLVideoElement>();
    const canvas = new OffscreenCanvas(1, 1);
    const drawing = canvas.getContext('2d', { willReadFrequently: true });

    const readAgeMs = (video: HTMLVideoElement, nowMs: number): number | null => {
      const width = video.videoWidth;
      if (!drawing || width === 0) return null;
      if (canvas.width !== width) canvas.width = width;
      drawing.drawImage(video, 0, Math.floor(video.videoHeight / 32), width, 1, 0, 0, width, 1);
      const { data } = drawing.getImageData(0, 0, width, 1);
      const bytes = [0, 1, 2, 3, 4].map((byte) =>
        [0, 1, 2, 3, 4, 5, 6, 7].reduce((sum, bit) => {
          const x = Math.floor(((byte * 8 + bit + 0.5) * width) / 40);
          return sum + ((data[x * 4] ?? 0) > 125 ? 2 ** bit : 0);
        }, 0),
      );
      const [checksum = -1] = bytes.splice(4);
      if ((~bytes.reduce((sum, byte) => sum + byte, 0) & 0xff) !== checksum) return null;
      return (nowMs % 2 ** 32) - bytes.reduce((sum, byte, index) => sum + byte * 2 ** (8 * index), 0);
    };

    const follow = (video: HTMLVideoElement) => {
      followed.add(video);
      const onFrame = () => {
        const shownMs = Date.now();
        frames.push({ participant: video.dataset.participant ?? '', shownMs, ageMs: readAgeMs(video, shownMs) });
        if (video.isConnected) video.requestVideoFrameCallback(onFrame);
        else followed.delete(video);
      };
      video.requestVideoFrameCallback(onFrame);
    };
    setInterval(() => {
      for (const video of document.querySelectorAll<HTMLVideoElement>('video[data-participant]')) {
        if (!followed.has(video)) follow(video);
      }
    }, 20);
  });

/** The frames that the page has recorded since the last call. */
export const takeFrames = (page: Page): Promise<RecordedFrame[]> =>
  page.evaluate(() => {
    const frames: RecordedFrame[] = Reflect.get(window, 'recordedFrames');
    return frames.splice(0);
  });
