import { expect, test, vi } from 'vitest';
import { PlaybackClock } from './playback-clock';

test('goes on while it plays, at its rate, and stands while it is paused', () => {
  let nowMs = 0;
  const clock = new PlaybackClock(1_000, () => nowMs);
  nowMs = 500;
  expect(clock.positionMs).toBe(1_000);
  clock.play();
  nowMs = 1_500;
  expect(clock.positionMs).toBe(2_000);
  clock.setRate(4);
  nowMs = 2_500;
  expect(clock.positionMs).toBe(6_000);
  clock.pause();
  nowMs = 9_000;
  expect(clock.positionMs).toBe(6_000);
});

test('a jump is counted and told, and it plays on from there', () => {
  let nowMs = 0;
  const clock = new PlaybackClock(0, () => nowMs);
  const listener = vi.fn();
  const unsubscribe = clock.subscribe(listener);
  clock.play();
  clock.jumpTo(60_000);
  nowMs = 1_000;
  expect([clock.positionMs, clock.jumps, listener.mock.calls.length]).toEqual([61_000, 1, 2]);
  unsubscribe();
  clock.pause();
  expect(listener).toHaveBeenCalledTimes(2);
});

test('a jump while it plays waits for those that hold it, and not for ever', () => {
  let nowMs = 0;
  const clock = new PlaybackClock(0, () => nowMs);
  const [first, second] = [{}, {}];
  let jumps = 0;
  clock.subscribe(() => {
    if (clock.jumps === jumps) return;
    jumps = clock.jumps;
    for (const holder of [first, second]) clock.hold(holder);
  });
  clock.play();
  clock.jumpTo(60_000);
  nowMs = 200;
  clock.release(first);
  expect([clock.positionMs, clock.isHeld]).toEqual([60_000, true]);
  nowMs = 300;
  clock.release(second);
  nowMs = 400;
  expect([clock.positionMs, clock.isHeld]).toEqual([60_100, false]);

  clock.jumpTo(90_000);
  nowMs = 900;
  expect([clock.positionMs, clock.isHeld]).toEqual([90_000, false]);
  nowMs = 1_000;
  clock.release(first);
  clock.release(second);
  expect(clock.positionMs).toBe(90_100);
});

test('nobody holds a clock that is paused, or that has gone on', () => {
  let nowMs = 0;
  const clock = new PlaybackClock(0, () => nowMs);
  clock.jumpTo(60_000);
  clock.hold({});
  clock.play();
  nowMs = 100;
  clock.hold({});
  expect([clock.positionMs, clock.isHeld]).toEqual([60_100, false]);
});
