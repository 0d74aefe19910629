import { beforeEach, expect, test } from 'vitest';
import { addTicks, ticksPerSecond } from '@/lib/core/timestamp33';
import { PaceMeter } from './pace-meter';

const fps = 30;
let meter: PaceMeter;
let dts: number;
let nowMs: number;

beforeEach(() => {
  meter = new PaceMeter();
  // The timestamps begin anew within the test.
  dts = 2 ** 33 - 3 * ticksPerSecond;
  nowMs = 1_000;
});

/** Seconds of media that come at a pace. */
function send(seconds: number, pace: number): void {
  for (let frame = 0; frame < seconds * fps; frame++) {
    meter.addTimestamp(dts, nowMs);
    dts = addTicks(dts, ticksPerSecond / fps);
    nowMs += 1_000 / fps / pace;
  }
}

test.each([1.5, 3, 70])('media at %d times real time is measured within seconds', (pace) => {
  send(pace * 6, pace);
  expect(meter.pace).toBeCloseTo(pace, 0);
});

test('media in real time, with a clock that is a little fast, has no pace of its own', () => {
  send(60, 1.001);
  expect(meter.pace).toBeNull();
});

test('what a network has held back for seconds may come at once', () => {
  send(20, 1);
  nowMs += 4_000;
  send(4, 200);
  expect(meter.pace).toBeNull();
});

test('a second that an encoder has buffered may come at once', () => {
  send(1, 1_000);
  send(20, 1);
  expect(meter.pace).toBeNull();
});

test('a new timeline is no pace', () => {
  send(10, 1);
  dts = addTicks(dts, 3_600 * ticksPerSecond);
  send(5, 1);
  expect(meter.pace).toBeNull();
});

test('an encoder that slows down keeps time within ten seconds', () => {
  send(30, 3);
  send(11, 1);
  expect(meter.pace).toBeNull();
});
