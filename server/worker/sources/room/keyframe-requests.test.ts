import { expect, onTestFinished, test, vi } from 'vitest';
import { KeyframeRequests } from './keyframe-requests';

/** @returns when a keyframe was asked for, in milliseconds */
function run(untilMs: number, events: Record<number, 'keyframe' | 'damaged'>): number[] {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  let nowMs = 0;
  const asked: number[] = [];
  const requests = new KeyframeRequests(() => nowMs);
  requests.start(() => asked.push(nowMs) > 0);
  for (; nowMs <= untilMs; nowMs += 50) {
    if (events[nowMs] === 'keyframe') requests.keyframeArrived();
    if (events[nowMs] === 'damaged') requests.damaged();
    if (nowMs > 0) vi.advanceTimersByTime(50);
  }
  requests.stop();
  return asked;
}

test.each([
  ['at the start, and while none comes', 4_500, {}, [0, 2_000, 4_000]],
  ['while the last one is two seconds old', 6_000, { 100: 'keyframe', 2300: 'keyframe' }, [0, 2_250, 4_500]],
  ['not of a phone that makes them by itself', 4_000, { 100: 'keyframe', 1500: 'keyframe', 3000: 'keyframe' }, [0]],
  ['at once after damage', 2_900, { 100: 'keyframe', 2100: 'keyframe', 2600: 'damaged' }, [0, 2_600]],
  ['no more often for more damage', 2_400, { 100: 'keyframe', 500: 'damaged', 600: 'damaged' }, [0, 2_000]],
] as const)('a keyframe is asked for %s', (_, untilMs, events, asked) => {
  expect(run(untilMs, events)).toEqual(asked);
});

test('a phone without video is asked once it has some', () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  let hasVideo = false;
  let asked = 0;
  const requests = new KeyframeRequests(() => 0);
  requests.start(() => {
    if (hasVideo) asked++;
    return hasVideo;
  });
  vi.advanceTimersByTime(500);
  hasVideo = true;
  vi.advanceTimersByTime(250);
  requests.stop();
  expect(asked).toBe(1);
});
