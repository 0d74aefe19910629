import { expect, test } from 'vitest';
import { packTimeline, unpackTimeline } from './packed-timeline';
import { type CapturedRun, noTimeline, type Timeline, type TimelinePart } from './timeline';

const startUs = 1_800_000_000_000_000;
const tables = Buffer.from('tables');
const run = (uncertaintyMs: number): CapturedRun => ({ clock: 'sent', uncertaintyMs, apartMs: null, shiftMs: 0 });

const part = (second: number, captured: CapturedRun, beginsRun = false): TimelinePart => ({
  file: `a-${Math.floor(second / 10)}.ts`,
  from: second,
  to: second % 7 === 0 ? Number.POSITIVE_INFINITY : second + 1,
  tables,
  startUs: startUs + second * 1e6 + 123,
  durationUs: 1_000_001,
  beginsRun,
  captured,
});

const thumbnails = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ fileUs: startUs + index, atUs: startUs + index }));

/** As another thread gets it. */
function hand(timeline: Timeline, told: Timeline, before: Timeline): Timeline {
  const packed = packTimeline(timeline, told);
  return unpackTimeline(
    structuredClone(packed, { transfer: [packed.numbers.buffer, packed.thumbnails.buffer] }),
    before,
  );
}

test('a timeline and what follows it arrive as they were, and parts that stay are the same objects', () => {
  const [first, second] = [run(9), run(20)];
  const settled = [part(0, first, true), part(1, first), part(30, second, true), part(31, second)];
  const format = { videoCodec: 'h264', audioCodec: null, width: 640, height: 360 };
  const one: Timeline = { parts: [...settled, part(32, { ...second })], format, thumbnails: thumbnails(2) };
  const read = hand(one, noTimeline, noTimeline);
  expect(read).toEqual(one);
  expect(read.parts[0]?.captured).toBe(read.parts[1]?.captured);

  // A run that goes on is as sure as its surest block, in all of its parts.
  second.uncertaintyMs = 12;
  const more = [part(32, second), part(33, second), part(60, run(5), true)];
  const two: Timeline = { parts: [...settled, ...more], format: null, thumbnails: thumbnails(3) };
  const further = hand(two, one, read);
  expect(further).toEqual(two);
  for (const index of settled.keys()) expect(further.parts[index]).toBe(read.parts[index]);
  expect(further.parts[4]?.captured).toBe(further.parts[2]?.captured);
});

test('an empty timeline, and one that begins anew', () => {
  expect(hand(noTimeline, noTimeline, noTimeline)).toEqual(noTimeline);
  const one: Timeline = { parts: [part(0, run(1), true)], format: null, thumbnails: [] };
  const other: Timeline = { parts: [part(5, run(2), true)], format: null, thumbnails: [] };
  expect(hand(other, one, hand(one, noTimeline, noTimeline))).toEqual(other);
});
