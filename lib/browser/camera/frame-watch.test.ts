import { expect, test } from 'vitest';
import { FrameWatch } from './frame-watch';

/** Asks twice a second for this long. @returns the seconds at which the lens was opened anew */
function watch(frames: FrameWatch, seconds: number, framesAt: (second: number) => number): number[] {
  const renewedAt: number[] = [];
  for (let second = 0; second <= seconds; second += 0.5) {
    if (frames.isDead(framesAt(second), second * 1_000)) renewedAt.push(second);
  }
  return renewedAt;
}

test('a lens that films is left alone', () => {
  const frames = new FrameWatch();
  expect(watch(frames, 120, (second) => second * 30)).toEqual([]);
  expect(frames.isSlow).toBe(false);
});

test('a lens that dies is opened anew within two seconds', () => {
  expect(watch(new FrameWatch(), 12, (second) => Math.min(second, 10) * 30)).toEqual([12]);
});

test('a lens that stays dead is opened anew ever more rarely', () => {
  const renewedAt = watch(new FrameWatch(), 200, () => 0);
  const waits = renewedAt.slice(1).map((second, index) => second - (renewedAt[index] ?? 0));
  expect(renewedAt[0]).toBe(5.5);
  expect(waits.slice(0, 4)).toEqual([6, 7, 13, 13]);
  expect(waits.every((wait) => wait <= 13)).toBe(true);
});

test('a phone that shows a frame every two seconds is too slow, and is renewed once', () => {
  const frames = new FrameWatch();
  expect(watch(frames, 60, (second) => Math.floor(second / 2.5))).toHaveLength(1);
  expect(frames.isSlow).toBe(true);
});

test('a phone that catches up is too slow no more, and its lens is judged as at first', () => {
  const frames = new FrameWatch();
  const framesAt = (second: number) => (second < 20 ? Math.floor(second / 2.5) : Math.min(second, 70) * 30);
  expect(watch(frames, 72, framesAt).at(-1)).toBe(72);
  expect(frames.isSlow).toBe(false);
});
