import { describe, expect, test } from 'vitest';
import { replaySpeeds } from '@/lib/contracts/replay-speeds';
import { PlayHead } from './play-head';

const outputFps = 30;

/** How often each frame of a camera is shown by a stream of {@link outputFps}, from its first frame on. */
function timesShown(cameraFps: number, speed: number, seconds: number): number[] {
  const head = new PlayHead(5_000, 5_000 + seconds * 1_000);
  head.move(speed, 1_000);
  const counts: number[] = [];
  for (let index = 0; ; index++) {
    const clockMs = 1_000 + (index * 1_000) / outputFps;
    if (head.isAtEnd(clockMs)) return counts;
    // Timestamps of 90 kHz are rounded by less.
    const frame = Math.floor(((head.positionAt(clockMs) - 5_000 + 0.5) / 1_000) * cameraFps);
    counts[frame] = (counts[frame] ?? 0) + 1;
  }
}

describe.each([25, 30_000 / 1_001, 30, 50])('a camera of %f frames a second', (cameraFps) => {
  test.each(replaySpeeds)('at %f of its speed has each frame for its time', (speed) => {
    const times = outputFps / cameraFps / speed;
    const counts = timesShown(cameraFps, speed, 10);
    // The last one ends with the clip.
    const whole = Array.from(counts.slice(0, -1), (count) => count ?? 0);
    for (const count of whole) {
      expect(count).toBeGreaterThanOrEqual(Math.floor(times));
      expect(count).toBeLessThanOrEqual(Math.ceil(times));
    }
    expect(counts.length).toBeGreaterThan(10 * cameraFps - 2);
    const mean = whole.reduce((sum, count) => sum + count, 0) / whole.length;
    expect(mean).toBeCloseTo(times, 1);
  });
});

test('it stands, goes on from where it stands, and stays at its end', () => {
  const head = new PlayHead(100, 300);
  expect(head.positionAt(1_000)).toBe(100);
  head.move(0.5, 1_000);
  expect([1_000, 1_100].map((ms) => head.positionAt(ms))).toEqual([100, 150]);
  head.move(0, 1_100);
  expect([head.positionAt(5_000), head.isAtBeginning(5_000), head.isAtEnd(5_000)]).toEqual([150, false, false]);
  head.move(1, 5_000);
  expect([head.positionAt(5_100), head.positionAt(9_000), head.isAtEnd(9_000)]).toEqual([250, 300, true]);
});

test('a worker that takes over goes on where the one before would be', () => {
  const head = new PlayHead(100, 300);
  head.skip(50, 1_000);
  head.move(1, 1_000);
  expect(head.positionAt(1_020)).toBe(170);
  head.skip(10_000, 1_020);
  expect(head.positionAt(1_030)).toBe(300);
});

test('a clip that ends before its first frame stands on that', () => {
  const head = new PlayHead(100, 50);
  head.move(1, 0);
  expect(head.positionAt(10)).toBe(100);
});
