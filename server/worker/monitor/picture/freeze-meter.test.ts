import { expect, test } from 'vitest';
import { SeededRandom } from '@/tests/support/random';
import { FreezeMeter } from './freeze-meter';

/** A camera's P frames from its first one on: whether each repeats the one before. */
type Footage = (frame: number, random: SeededRandom) => boolean;

/** When the meter first reports two seconds without motion; null: never. */
function firstAlarm(
  footage: Footage,
  { seconds, fps = 30, gop = 60 }: { seconds: number; fps?: number; gop?: number },
) {
  let nowMs = 0;
  const random = new SeededRandom(1);
  const meter = new FreezeMeter(() => nowMs);
  for (let frame = 0; frame < seconds * fps; frame++) {
    nowMs = (frame * 1_000) / fps + random.integer(20);
    if (frame % gop !== 0) meter.addPredictedFrame(footage(frame, random));
    if ((meter.seconds ?? 0) >= 2) return nowMs / 1_000;
  }
  return null;
}

const hour = { seconds: 3_600 };

test.each<[string, Footage, object]>([
  ['footage with a sensor’s noise', () => false, {}],
  ['a starved encoder, which skips the frames after each keyframe', (frame) => frame % 30 < 9, { gop: 30 }],
  ['one frame in three, at random', (_, random) => random.integer(3) === 0, {}],
  ['a camera of five frames a second that repeats two of them', (frame) => frame % 5 < 2, { fps: 5, gop: 10 }],
  ['a second of standing still in every four', (frame) => frame % 120 < 30, {}],
  ['a slide show of 25 frames a second of which each third is new', (frame) => frame % 3 === 1, { fps: 25 }],
])('an hour of %s is not frozen', (_, footage, options) => {
  expect(firstAlarm(footage, { ...hour, ...options })).toBeNull();
});

test.each<[string, Footage, object]>([
  ['at once', (frame) => frame >= 300, {}],
  ['after the encoder has sharpened it for 0.9 s', (frame) => frame >= 327, {}],
  ['with a fifth of each GOP to sharpen it', (frame) => frame >= 300 && frame % 60 >= 12, {}],
  ['at 50 frames a second', (frame) => frame >= 500, { fps: 50 }],
  ['at 5 frames a second', (frame) => frame >= 50, { fps: 5, gop: 10 }],
])('a picture that freezes after ten seconds counts as frozen 2 to 3 s later: %s', (_, footage, options) => {
  const atSeconds = firstAlarm(footage, { seconds: 20, ...options });
  expect(atSeconds).toBeGreaterThan(11.7);
  expect(atSeconds).toBeLessThan(13);
});

test('it reports a picture’s standstill at once, and once', () => {
  let nowMs = 0;
  const saidAtMs: number[] = [];
  const meter = new FreezeMeter(
    () => nowMs,
    () => saidAtMs.push(nowMs),
  );
  for (; nowMs < 10_000; nowMs += 40) meter.addPredictedFrame(nowMs >= 5_000);
  expect(saidAtMs).toHaveLength(1);
  expect(saidAtMs[0]).toBeLessThan(7_100);
});

test('a standstill ends within half a second of motion, and is unknown while no frames come', () => {
  let nowMs = 0;
  const meter = new FreezeMeter(() => nowMs);
  const show = (seconds: number, isUnchanged: boolean) => {
    for (let frame = 0; frame < seconds * 25; frame++) {
      meter.addPredictedFrame(isUnchanged);
      nowMs += 40;
    }
  };
  expect(meter.seconds).toBeNull();
  show(60, true);
  expect(meter.seconds).toBeGreaterThan(59);
  show(0.6, false);
  expect(meter.seconds).toBe(0);
  show(10, true);
  const beforeMs = nowMs - 1_000;
  meter.addOther(beforeMs);
  expect(meter.seconds, 'another picture').toBe(0);
  show(0.6, false);
  show(3, true);
  meter.addOther(beforeMs);
  expect(meter.seconds, 'other than before it moved').toBeGreaterThan(2.9);
  show(10, true);
  nowMs += 10_000;
  expect(meter.seconds).toBeNull();
});

/** By decoded pictures alone: each second one comparison, after frames that are all large. */
function comparedAlarm(isSame: (second: number) => boolean, seconds: number): number | null {
  let nowMs = 0;
  const meter = new FreezeMeter(() => nowMs);
  for (let second = 1; second <= seconds; second++) {
    for (let frame = 1; frame <= 30; frame++) {
      nowMs = second * 1_000 + (frame * 1_000) / 30 - 1_000;
      meter.addPredictedFrame(false);
    }
    meter.addComparison(nowMs - 1_000, isSame(second));
    if ((meter.seconds ?? 0) >= 2) return second;
  }
  return null;
}

test('a picture whose encoder fills its bitrate counts as frozen once three seconds are the same', () => {
  expect(comparedAlarm((second) => second > 10, 60)).toBe(13);
});

test('two seconds that are the same by chance are not frozen', () => {
  expect(comparedAlarm((second) => second % 3 > 0, 3_600)).toBeNull();
});

test('it moves again with the first second that differs', () => {
  let nowMs = 0;
  const meter = new FreezeMeter(() => nowMs);
  const readings = [true, true, true, true, false].map((isSame) => {
    nowMs += 1_000;
    meter.addComparison(nowMs - 1_000, isSame);
    meter.addPredictedFrame(false);
    return meter.seconds;
  });
  expect(readings).toEqual([0, 0, 3, 4, 0]);
});
