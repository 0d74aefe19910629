import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StallWatch } from './stall-watch';

const onStall = vi.fn();
let watch: StallWatch;

beforeEach(() => {
  vi.useFakeTimers();
  onStall.mockReset();
  watch = new StallWatch(onStall);
  watch.start();
});

afterEach(() => {
  watch.stop();
  vi.useRealTimers();
});

function send(frames: number, everyMs: number): void {
  for (let frame = 0; frame < frames; frame++) {
    vi.advanceTimersByTime(everyMs);
    watch.addBytes();
    watch.addFrame();
  }
}

test('frames that end are a stall after 2 s, reported once, and over with the next frame', () => {
  send(100, 40);
  vi.advanceTimersByTime(1_700);
  expect(onStall).not.toHaveBeenCalled();
  vi.advanceTimersByTime(600);
  expect(onStall).toHaveBeenCalledTimes(1);
  expect(watch.frameAgeMs).toBe(2_300);
  expect(watch.hasBytesAlone).toBe(false);
  vi.advanceTimersByTime(60_000);
  expect(onStall).toHaveBeenCalledTimes(1);
  expect(watch.addFrame()).toBe(true);
  send(100, 40);
  expect(watch.addFrame()).toBe(false);
  expect(onStall).toHaveBeenCalledTimes(1);
});

test('an encoder that sends no frames is distinguished from one that sends nothing', () => {
  send(10, 40);
  for (let count = 0; count < 100; count++) {
    vi.advanceTimersByTime(25);
    watch.addBytes();
  }
  expect(onStall).toHaveBeenCalledTimes(1);
  expect(watch.hasBytesAlone).toBe(true);
});

test('deliberately slow frames do not stall', () => {
  send(20, 5_000);
  onStall.mockReset();
  send(20, 5_000);
  expect(onStall).not.toHaveBeenCalled();
  vi.advanceTimersByTime(10_500);
  expect(onStall).toHaveBeenCalledTimes(1);
});

test('a worker that was busy for ten seconds first reads its input', () => {
  send(10, 40);
  const now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => now + 10_000);
  vi.advanceTimersByTime(250);
  vi.restoreAllMocks();
  expect(onStall).not.toHaveBeenCalled();
});

test('a camera does not stall before its first frame, or after it is gone', () => {
  vi.advanceTimersByTime(60_000);
  expect(watch.frameAgeMs).toBeNull();
  send(10, 40);
  watch.stop();
  vi.advanceTimersByTime(60_000);
  expect(onStall).not.toHaveBeenCalled();
});
