import { expect, test } from 'vitest';
import { DelayMeter } from './delay-meter';

const ticksPerFrame = 3_600;
const frameMs = 40;
const wrap = 2 ** 33;

/** Frames at 25 per second, each as late as is said. @returns the delay of each second */
function delays(lateMs: (frame: number) => number, count: number, dtsOf = (frame: number) => frame * ticksPerFrame) {
  const meter = new DelayMeter();
  const read: (number | null)[] = [];
  for (let frame = 0; frame < count; frame++) {
    meter.addTimestamp(dtsOf(frame) % wrap, 1_000_000 + frame * frameMs + lateMs(frame));
    if (frame % 25 === 24) read.push(meter.read());
  }
  return read.map((delayMs) => delayMs && Math.round(delayMs));
}

test('a link that carries four fifths of a camera is a second late after four, and more each second', () => {
  const late = delays((frame) => frame * 10, 250);
  expect(late[3]).toBeGreaterThan(950);
  expect(late[9]).toBeGreaterThan(2_400);
});

test('a link that catches up is late no more', () => {
  const late = delays((frame) => (frame > 50 && frame < 100 ? 3_000 : 0), 200);
  expect(late[3]).toBeGreaterThan(2_900);
  expect(late.slice(5)).toEqual([0, 0, 0]);
});

test('a first picture that was kept for the encoder’s viewers is no delay of the next', () => {
  expect(
    Math.max(
      ...delays((frame) => Math.max(0, 2_000 - frame * frameMs), 200)
        .slice(3)
        .map(Number),
    ),
  ).toBe(0);
});

test('a clock that is slow by 200 ppm for ten hours is no delay, nor are timestamps that begin anew', () => {
  const hour = 25 * 3_600;
  expect(Math.max(...delays((frame) => frame * frameMs * 0.0002, 10 * hour).map(Number))).toBeLessThan(50);
  const wrapped = (frame: number) => wrap - 100 * ticksPerFrame + frame * ticksPerFrame;
  expect(Math.max(...delays(() => 0, 500, wrapped).map(Number))).toBe(0);
  const fromZero = (frame: number) => (frame < 100 ? 10_000_000 : 0) + frame * ticksPerFrame;
  expect(Math.max(...delays(() => 0, 500, fromZero).map(Number))).toBe(0);
});

test('nothing is said where nothing came, nor of what came before another connection', () => {
  const meter = new DelayMeter();
  expect(meter.read()).toBeNull();
  meter.addTimestamp(0, 0);
  meter.restart();
  meter.addTimestamp(ticksPerFrame, 9_000);
  expect(meter.read()).toBe(0);
});
