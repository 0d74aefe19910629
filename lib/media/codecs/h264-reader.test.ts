import { expect, test } from 'vitest';
import { joinAnnexB } from './annex-b';
import { H264Reader } from './h264-reader';
import { ParameterLimits } from './parameter-limits';

const hex = (text: string) => Buffer.from(text, 'hex');

/** x264's parameter sets: 640x360; 1920x1080 that announces B-frames; 720x576 interlaced. */
const baseline = hex('6742c01eda0280bfe5c044000003000400000300c83c58ba80');
const reordering = hex('67640028acd940780227e5c044000003000400000300c83c60c658');
const interlaced = hex('674d401ef405a126c044000003000400000300c87c50aa80');
const pps = hex('68ce0f2c80');
/** The first slice of an access unit, and a later one. */
const idr = hex('658801');
const intra = hex('418801');
const predicted = hex('419a02');
const laterPredicted = hex('414d02');
const bidirectional = hex('019e03');
const recoveryPoint = hex('060601c480');
const delimiter = hex('0910');

function watch() {
  const reader = new H264Reader(new ParameterLimits('h264', 4096));
  const read = (...nals: Buffer[]) => reader.read(joinAnnexB(nals));
  return { reader, read };
}

const knownOf = ({ facts, isSettled }: H264Reader) => ({ ...facts, isSettled });

test('recognizes the format from the first keyframe’s parameter sets', () => {
  const { reader, read } = watch();
  read(predicted);
  read(baseline, pps);
  expect(reader.facts).toBeNull();
  read(idr);
  expect(reader.facts).toEqual({
    codec: 'h264',
    profile: 'Constrained Baseline',
    width: 640,
    height: 360,
    pixelAspect: 1,
    chroma: '4:2:0',
    bitDepth: 8,
    isInterlaced: false,
    hasBFrames: false,
    hasIdr: true,
  });
});

test('is settled after a second of access units, and its facts stay the same object', () => {
  const { reader, read } = watch();
  read(baseline, pps, idr);
  const { facts } = reader;
  expect(reader.isSettled).toBe(false);
  for (let count = 0; count < 30; count++) read(predicted);
  expect(reader.isSettled).toBe(true);
  expect(reader.facts).toBe(facts);
});

test('detects B-frames, and remembers them', () => {
  const { reader, read } = watch();
  read(baseline, pps, idr);
  read(predicted);
  expect(reader.facts?.hasBFrames).toBe(false);
  read(bidirectional);
  expect(knownOf(reader)).toMatchObject({ hasBFrames: true, isSettled: true });
  for (let count = 0; count < 60; count++) read(predicted);
  read(idr);
  expect(reader.facts?.hasBFrames).toBe(true);
});

test('believes announced B-frames only until some should have come', () => {
  const { reader, read } = watch();
  read(reordering, pps, idr);
  expect(knownOf(reader)).toMatchObject({ hasBFrames: true, isSettled: false });
  for (let count = 0; count < 30; count++) read(predicted);
  expect(knownOf(reader)).toMatchObject({ hasBFrames: false, isSettled: true });
});

test('concludes from two keyframes without an IDR picture that there are none', () => {
  const { reader, read } = watch();
  read(baseline, pps, idr);
  expect(read(recoveryPoint, predicted)[0]).toMatchObject({ isKeyframe: true });
  expect(reader.facts?.hasIdr).toBe(true);
  read(idr);
  read(recoveryPoint, predicted);
  expect(reader.facts?.hasIdr).toBe(true);
  read(baseline, pps, intra);
  expect(knownOf(reader)).toMatchObject({ hasIdr: false, isSettled: true });
});

test('starts again with other parameter sets', () => {
  const { reader, read } = watch();
  read(reordering, pps, idr);
  read(bidirectional);
  read(baseline, pps, idr);
  expect(knownOf(reader)).toMatchObject({ width: 640, height: 360, hasBFrames: false, isSettled: false });
});

test('splits a packet into access units, each with all its slices', () => {
  const { read } = watch();
  const accessUnits = read(baseline, pps, idr, delimiter, predicted, laterPredicted, predicted);
  expect(accessUnits.map(({ nals, isKeyframe }) => [nals, isKeyframe])).toEqual([
    [[baseline, pps, idr], true],
    [[delimiter, predicted, laterPredicted], false],
    [[predicted], false],
  ]);
  expect(accessUnits[1]?.data).toEqual(joinAnnexB([delimiter, predicted, laterPredicted]));
});

test('keeps the two fields of an access unit together', () => {
  const { reader, read } = watch();
  read(interlaced, pps, idr);
  expect(reader.facts).toMatchObject({ isInterlaced: true, width: 720, height: 576 });
  expect(read(predicted, predicted)).toHaveLength(1);
});

test('passes on a packet of one access unit unchanged', () => {
  const { reader, read } = watch();
  read(baseline, pps, idr);
  const data = joinAnnexB([delimiter, predicted]);
  expect(reader.read(data)[0]?.data).toBe(data);
});

test('a P frame’s size tells whether it repeats the one before; other frames’ sizes do not', () => {
  const { read } = watch();
  const p = (...slices: Buffer[]) => read(...slices)[0]?.isUnchanged;
  expect(p(baseline, pps, idr), 'a keyframe').toBeUndefined();
  expect(p(predicted)).toBe(true);
  expect(p(predicted, laterPredicted), 'in two slices').toBe(true);
  expect(p(Buffer.concat([predicted, Buffer.alloc(60, 1)])), 'with some noise').toBe(false);
  expect(p(bidirectional), 'a B-frame').toBeUndefined();
});
