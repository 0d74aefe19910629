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
