import { expect, test } from 'vitest';
import { PlaybackClock } from './playback-clock';
import { pressPlaybackKey, togglePlaying } from './playback-keys';

const large = { frameMs: (by: 1 | -1) => 1_000 + by * 20 };

function press(clock: PlaybackClock, ...keys: string[]): void {
  for (const key of keys) pressPlaybackKey({ key, code: '', shiftKey: false }, clock, large);
}

test('L and J go through the rates, forward and backward, and Space plays forward again', () => {
  const clock = new PlaybackClock(0, () => 0);
  press(clock, 'l');
  expect([clock.isPlaying, clock.rate]).toEqual([true, 1]);
  press(clock, 'l', 'l');
  expect(clock.rate).toBe(4);
  press(clock, 'j', 'j', 'j', 'j', 'j');
  expect(clock.rate).toBe(-0.25);
  press(clock, 'k');
  expect(clock.isPlaying).toBe(false);
  press(clock, 'j');
  expect([clock.isPlaying, clock.rate]).toEqual([true, -1]);
  togglePlaying(clock);
  togglePlaying(clock);
  expect([clock.isPlaying, clock.rate]).toEqual([true, 1]);
});

test('the rates end where browsers and eyes do', () => {
  const clock = new PlaybackClock(0, () => 0);
  press(clock, ...Array.from({ length: 20 }, () => 'l'));
  expect(clock.rate).toBe(8);
  press(clock, ...Array.from({ length: 20 }, () => 'j'));
  expect(clock.rate).toBe(-8);
});

test('a step pauses, and goes by the frames of the large camera', () => {
  const clock = new PlaybackClock(1_000, () => 0);
  clock.play();
  press(clock, '.');
  expect([clock.isPlaying, clock.positionMs]).toEqual([false, 1_020]);
  press(clock, ',');
  expect(clock.positionMs).toBe(980);
});

test('a keyboard of another script has the keys in the same place', () => {
  const clock = new PlaybackClock(0, () => 0);
  expect(pressPlaybackKey({ key: 'д', code: 'KeyL', shiftKey: false }, clock, large)).toBe(true);
  expect(clock.isPlaying).toBe(true);
});
