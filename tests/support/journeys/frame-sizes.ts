import type { BrowserContext, Page } from '@playwright/test';

/** One frame that a video element showed. */
export interface FrameSize {
  /** `data-participant` of the video element. */
  participant: string;
  /** Since the page was opened. */
  shownMs: number;
  width: number;
}

/** Lets every page of this context record the size of each frame of its previews: it says which layer is shown. */
export const recordFrameSizes = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const frames: FrameSize[] = [];
    Object.assign(window, { frameSizes: frames });
    const followed = new WeakSet<HTMLVideoElement>();
    const follow = (video: HTMLVideoElement) => {
      followed.add(video);
      const onFrame = (shownMs: number, { width }: VideoFrameCallbackMetadata) => {
        frames.push({ participant: video.dataset.participant ?? '', shownMs, width });
        video.requestVideoFrameCallback(onFrame);
      };
      video.requestVideoFrameCallback(onFrame);
    };
    new MutationObserver(() => {
      for (const video of document.querySelectorAll<HTMLVideoElement>('video[data-participant]')) {
        if (!followed.has(video)) follow(video);
      }
    }).observe(document, { subtree: true, childList: true });
  });

/** The frames that the page has recorded since the last call. */
export const takeFrameSizes = (page: Page): Promise<FrameSize[]> =>
  page.evaluate(() => {
    const frames: FrameSize[] | undefined = Reflect.get(window, 'frameSizes');
    return frames?.splice(0) ?? [];
  });

/**
 * The longest time without a new frame, by participant, between two moments. A picture that stands still to the end
 * counts up to the second moment. The time before a participant's first frame does not count.
 */
export function longestGapsMs(
  frames: FrameSize[],
  { fromMs = Number.NEGATIVE_INFINITY, toMs }: { fromMs?: number; toMs: number },
): Map<string, number> {
  const [last, longest] = [new Map<string, number>(), new Map<string, number>()];
  const add = (participant: string, shownMs: number) => {
    const gapMs = shownMs - Math.max(fromMs, last.get(participant) ?? shownMs);
    longest.set(participant, Math.max(longest.get(participant) ?? 0, gapMs));
    last.set(participant, shownMs);
  };
  for (const { participant, shownMs } of frames) add(participant, shownMs);
  for (const participant of last.keys()) add(participant, toMs);
  return longest;
}
