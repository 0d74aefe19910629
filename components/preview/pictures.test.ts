import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type FrameSource, Pictures } from './pictures';

/** A video that shows a frame when the test says so. */
class Video implements FrameSource {
  #callbacks: VideoFrameRequestCallback[] = [];
  /** How often it was asked for a frame. */
  asked = 0;

  requestVideoFrameCallback(callback: VideoFrameRequestCallback): number {
    this.#callbacks.push(callback);
    return ++this.asked;
  }

  frame(): void {
    for (const callback of this.#callbacks.splice(0)) callback(0, {} as VideoFrameCallbackMetadata);
  }

  /** Shows frames at 25 fps for a time. */
  play(durationMs: number): void {
    for (let elapsedMs = 0; elapsedMs < durationMs; elapsedMs += 40) {
      this.frame();
      vi.advanceTimersByTime(40);
    }
  }
}

const id = 'stream';
let pictures: Pictures;
let video: Video;

beforeEach(() => {
  vi.useFakeTimers();
  pictures = new Pictures();
  video = new Video();
});

afterEach(() => {
  vi.useRealTimers();
});

test('a preview is loading until its first frame, however long that takes', () => {
  expect(pictures.get(id)).toEqual({ kind: 'unwatched' });
  pictures.show(id);
  pictures.play(id, video);
  vi.advanceTimersByTime(60_000);
  expect(pictures.get(id)).toEqual({ kind: 'loading' });
  video.frame();
  expect(pictures.get(id)).toEqual({ kind: 'seen' });
});

test('no frame for a second is counted, and the first one after that is seen at once', () => {
  pictures.show(id);
  pictures.play(id, video);
  video.play(5_000);
  expect(pictures.get(id)).toEqual({ kind: 'seen' });
  vi.advanceTimersByTime(960);
  expect(pictures.get(id)).toEqual({ kind: 'seen' });
  vi.advanceTimersByTime(300);
  expect(pictures.get(id)).toEqual({ kind: 'missing', seconds: 1 });
  vi.advanceTimersByTime(60_000);
  expect(pictures.get(id)).toEqual({ kind: 'missing', seconds: 61 });
  video.frame();
  expect(pictures.get(id)).toEqual({ kind: 'seen' });
  video.play(2_000);
  expect(pictures.get(id)).toEqual({ kind: 'seen' });
});

test('a slow camera of two frames a second is not missing', () => {
  const changes = vi.fn();
  pictures.show(id);
  pictures.play(id, video);
  video.frame();
  pictures.subscribe(changes);
  for (let frame = 0; frame < 20; frame++) {
    vi.advanceTimersByTime(500);
    video.frame();
  }
  expect(changes).not.toHaveBeenCalled();
});

test('a video that is removed, as with its worker, goes on counting until the next one', () => {
  pictures.show(id);
  const remove = pictures.play(id, video);
  video.play(1_000);
  remove();
  vi.advanceTimersByTime(3_250);
  expect(pictures.get(id)).toEqual({ kind: 'missing', seconds: 3 });
  const next = new Video();
  pictures.play(id, next);
  video.frame();
  expect(pictures.get(id), 'a removed video counts no more').toEqual({ kind: 'missing', seconds: 3 });
  next.frame();
  expect(pictures.get(id)).toEqual({ kind: 'seen' });
});

test('a preview out of view is not missing, and loads anew when it comes back', () => {
  const hide = pictures.show(id);
  pictures.play(id, video);
  video.play(1_000);
  hide();
  expect(pictures.get(id)).toEqual({ kind: 'unwatched' });
  video.frame();
  vi.advanceTimersByTime(30_000);
  expect(pictures.get(id)).toEqual({ kind: 'unwatched' });
  pictures.show(id);
  expect(pictures.get(id)).toEqual({ kind: 'loading' });
  vi.advanceTimersByTime(5_000);
  expect(pictures.get(id)).toEqual({ kind: 'loading' });
  video.frame();
  expect(pictures.get(id)).toEqual({ kind: 'seen' });
});

test('of two previews of one camera, one in view is enough', () => {
  const hide = pictures.show(id);
  pictures.show(id);
  pictures.play(id, video);
  video.play(1_000);
  hide();
  expect(pictures.get(id)).toEqual({ kind: 'seen' });
  vi.advanceTimersByTime(2_250);
  expect(pictures.get(id)).toEqual({ kind: 'missing', seconds: 2 });
});

test('a page that was busy has read no frames, which is not the camera’s fault', () => {
  pictures.show(id);
  pictures.play(id, video);
  video.play(1_000);
  const now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => now + 4_000);
  vi.advanceTimersByTime(250);
  expect(pictures.get(id)).toEqual({ kind: 'seen' });
  vi.restoreAllMocks();
});

describe('after sleep', () => {
  const sleep = (ms: number) => {
    vi.setSystemTime(Date.now() + ms);
    vi.advanceTimersByTime(250);
  };

  test('nothing counts as seen before its next frame', () => {
    pictures.show(id);
    pictures.play(id, video);
    video.play(1_000);
    sleep(45_000);
    expect(pictures.get(id)).toEqual({ kind: 'loading' });
    video.frame();
    expect(pictures.get(id)).toEqual({ kind: 'seen' });
    video.play(2_000);
    expect(pictures.get(id)).toEqual({ kind: 'seen' });
  });

  test('a camera that is gone has been missing since before', () => {
    pictures.show(id);
    pictures.play(id, video);
    video.play(1_000);
    sleep(45_000);
    vi.advanceTimersByTime(1_000);
    expect(pictures.get(id)).toEqual({ kind: 'missing', seconds: 46 });
    sleep(30_000);
    vi.advanceTimersByTime(1_000);
    expect(pictures.get(id)).toEqual({ kind: 'missing', seconds: 77 });
  });

  test('a preview that was loading still is', () => {
    pictures.show(id);
    sleep(45_000);
    vi.advanceTimersByTime(5_000);
    expect(pictures.get(id)).toEqual({ kind: 'loading' });
  });
});

test('a video is asked for four frames a second at most, and nothing runs for what nobody looks at', () => {
  const hide = pictures.show(id);
  const remove = pictures.play(id, video);
  video.play(10_000);
  expect(video.asked).toBeLessThanOrEqual(41);
  hide();
  expect(vi.getTimerCount()).toBe(0);
  remove();
  expect(pictures.get(id)).toEqual({ kind: 'unwatched' });
});
