import { expect, test } from 'vitest';
import { FrameTimes } from './frame-times';

const ticksPerMs = 90;

/** A chunk as hls.js makes it. @param frames each with its duration and how much later it is shown, in milliseconds */
function chunkOf(startMs: number, frames: { ms: number; laterMs?: number }[]): Uint8Array {
  const box = (type: string, ...contents: Buffer[]) => {
    const header = Buffer.alloc(8);
    header.writeUInt32BE(8 + contents.reduce((sum, { length }) => sum + length, 0));
    header.write(type, 4, 'latin1');
    return Buffer.concat([header, ...contents]);
  };
  const words = (...values: number[]) => {
    const bytes = Buffer.alloc(values.length * 4);
    for (const [index, value] of values.entries()) bytes.writeInt32BE(value, index * 4);
    return bytes;
  };
  const samples = frames.flatMap(({ ms, laterMs = 0 }) => [ms * ticksPerMs, 1_000, 0, laterMs * ticksPerMs]);
  const track = box(
    'traf',
    box('tfhd', words(0, 1)),
    box('tfdt', words(0x01_00_00_00, 0, startMs * ticksPerMs)),
    box('trun', words(0x01_00_0f_01, frames.length, 0, ...samples)),
  );
  return Buffer.concat([box('moof', box('mfhd', words(0, 1)), track), box('mdat', words(0))]);
}

const evenly = (count: number, ms: number) => Array.from({ length: count }, () => ({ ms }));
const part = (startMs: number, durationMs: number, beginsRun = false) => ({
  start_us: startMs * 1_000,
  duration_us: durationMs * 1_000,
  begins_run: beginsRun,
});

/** The frames that steps show, as they begin: each is entered two milliseconds later. */
const begins = (moments: number[]) => moments.map((ms) => Math.round(ms - 2));

test('steps through parts of unlike rates, to both ends, and back the same way', () => {
  const parts = [part(5_000, 100, true), part(5_100, 100)];
  const times = new FrameTimes();
  times.addChunk(parts, 0, 1, chunkOf(1_700, evenly(5, 20)), -1.4);
  times.addChunk(parts, 1, 1, chunkOf(400, evenly(2, 50)), 0);
  let atMs = 5_041;
  const press = (by: 1 | -1) => {
    atMs = times.step(parts, atMs < 5_100 ? 0 : 1, atMs, by);
    return atMs;
  };
  const forward = Array.from({ length: 5 }, () => press(1));
  expect(begins(forward)).toEqual([5_060, 5_080, 5_100, 5_150, 5_150]);
  const back = Array.from({ length: 7 }, () => press(-1));
  expect(begins(back)).toEqual([5_100, 5_080, 5_060, 5_040, 5_020, 5_000, 5_000]);
});

test('frames count in the order in which they are shown, also those that a keyframe is shown after', () => {
  const parts = [part(0, 100, true), part(100, 100)];
  const times = new FrameTimes();
  const reordered = [
    { ms: 25, laterMs: 25 },
    { ms: 25, laterMs: 50 },
    { ms: 25, laterMs: 0 },
  ];
  times.addChunk(parts, 0, 1, chunkOf(0, reordered), 0);
  // A frame of the second part is shown before its keyframe.
  times.addChunk(
    parts,
    1,
    1,
    chunkOf(75, [
      { ms: 25, laterMs: 50 },
      { ms: 25, laterMs: 0 },
      { ms: 25, laterMs: 25 },
    ]),
    0,
  );
  expect([times.keyframeSeconds(0), times.keyframeSeconds(1)]).toEqual([0.025, 0.125]);
  expect(begins([times.step(parts, 0, 2, 1), times.step(parts, 0, 27, 1), times.step(parts, 0, 52, 1)])).toEqual([
    25, 50, 75,
  ]);
});

test('a part that is not loaded yet begins where its neighbour ends, also across a gap', () => {
  const parts = [part(0, 100, true), part(900, 100, true), part(1_000, 100)];
  const times = new FrameTimes();
  times.addChunk(parts, 1, 1, chunkOf(0, evenly(4, 25)), 0);
  expect(times.step(parts, 1, 910, -1)).toBe(98);
  expect(times.step(parts, 1, 990, 1)).toBe(1_002);
  expect(times.step(parts, 0, 50, 1)).toBe(90);
  expect(times.step(parts, null, 500, -1)).toBe(460);
});

test('a part that is loaded again takes the place of the first, and chunks of one load add up', () => {
  const parts = [part(0, 100, true)];
  const times = new FrameTimes();
  times.addChunk(parts, 0, 1, chunkOf(0, evenly(2, 25)), 0);
  times.addChunk(parts, 0, 2, chunkOf(50, evenly(2, 25)), 0);
  expect(times.lastFrameSeconds(0)).toBe(0.075);
  times.addChunk(parts, 0, 1, chunkOf(10_000, evenly(4, 25)), 0);
  expect([times.keyframeSeconds(0), times.lastFrameSeconds(0)]).toEqual([10, 10.075]);
  expect(begins([times.step(parts, 0, 26, 1)])).toEqual([50]);
});

test('what is no fragment tells nothing', () => {
  const times = new FrameTimes();
  times.addChunk([], 0, 1, Buffer.from('no fragment at all'), 0);
  expect([times.keyframeSeconds(0), times.lastFrameSeconds(0)]).toEqual([null, null]);
});

test('a keyframe that hls.js has moved over lost frames is where it was captured', () => {
  const parts = [part(0, 200, true), part(200, 100), part(300, 100)];
  const times = new FrameTimes();
  times.addChunk(parts, 0, 1, chunkOf(1_000, evenly(4, 25)), 0);
  // Four frames are lost, and the keyframe takes their time.
  times.addChunk(parts, 1, 1, chunkOf(1_100, [{ ms: 125 }, ...evenly(3, 25)]), 0);
  times.addChunk(parts, 2, 1, chunkOf(1_300, evenly(4, 25)), 0);
  expect([0, 1, 2].map((index) => times.keyframeSeconds(index)?.toFixed(3))).toEqual(['1.000', '1.200', '1.300']);
  expect(begins([times.step(parts, 0, 77, 1), times.step(parts, 1, 202, 1)])).toEqual([200, 225]);
});

test('a keyframe is not moved by lost frames after it', () => {
  const parts = [part(0, 100, true), part(100, 100)];
  const times = new FrameTimes();
  times.addChunk(parts, 0, 1, chunkOf(1_000, evenly(4, 25)), 0);
  times.addChunk(parts, 1, 1, chunkOf(1_100, [{ ms: 50 }, ...evenly(2, 25)]), 0);
  expect(times.keyframeSeconds(1)).toBe(1.1);
});
