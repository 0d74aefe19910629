import { expect, test } from 'vitest';
import { addTicks, ticksBetween } from '@/lib/core/timestamp33';
import { placeStretch } from './place-stretch';

const frame = 3_600;
const second = 90_000;
/** A keyframe and the frames behind it that have come. */
const beginning = (frames: number, dts = 500_000) => ({
  pts: dts + frame,
  dts,
  newestDts: addTicks(dts, (frames - 1) * frame),
  frames,
});

test('a stretch begins where its time of capture says', () => {
  const { move, soundFrom } = placeStretch(beginning(1), 9_000_000, 8_000_000);
  expect([move(500_000 + frame), move(500_000), soundFrom]).toEqual([9_000_000, 9_000_000 - frame, 9_000_000 - frame]);
});

test('the first one keeps its clock', () => {
  const { move } = placeStretch(beginning(1), null, null);
  expect([move(500_000), move(400_000)]).toEqual([500_000, 400_000]);
});

test('frames from before the last one that was sent are squeezed behind it, and those to come keep their time', () => {
  const wanted = 9_000_000;
  const sentUntil = wanted + 3 * second;
  const held = beginning(100);
  const { move, soundFrom } = placeStretch(held, wanted, sentUntil);
  const sent = Array.from({ length: 120 }, (_, index) => move(held.dts + index * frame));
  const steps = sent.map((time, index) => ticksBetween(sent[index - 1] ?? sentUntil, time));
  for (const step of steps) expect(step).toBeGreaterThanOrEqual(90);
  expect(sent[99]).toBe(wanted - frame + 99 * frame);
  expect(steps.slice(100)).toEqual(Array(20).fill(frame));
  expect(soundFrom).toBe(sent[99]);
  // Where frames are reordered, none is shown before it is decoded.
  for (let index = 0; index < 120; index++) {
    expect(move(held.dts + index * frame + frame / 2)).toBeGreaterThanOrEqual(move(held.dts + index * frame));
  }
});

test('what leaves no room to be squeezed comes later instead', () => {
  const { move } = placeStretch(beginning(10), 9_000_000, 9_000_000 + second);
  expect(move(500_000)).toBe(9_000_000 + second + 90);
  expect(move(500_000 + frame)).toBe(9_000_000 + second + 90 + frame);
});

test('the clocks of both may begin anew', () => {
  const wrap = 2 ** 33;
  const { move } = placeStretch(beginning(1, wrap - frame), 100, wrap - 200);
  expect([move(wrap - frame), move(wrap - frame + 10), move(0)]).toEqual(
    [wrap - 110, wrap - 100, wrap - 110 + frame].map((time) => time % wrap),
  );
});
