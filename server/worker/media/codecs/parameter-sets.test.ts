import { expect, test } from 'vitest';
import { ParameterSets } from './parameter-sets';

/** x264, 1280x720 and 640x360, baseline. */
const sps720 = Buffer.from('6742c01fda014016ec0440000003004000000f03c60ca8', 'hex');
const sps360 = Buffer.from('6742c01eda0280bfe5c044000003000400000300f03c58ba80', 'hex');
const pps = Buffer.from('68ce0f2c80', 'hex');
const otherPps = Buffer.from('68ce3c80', 'hex');
const idr = Buffer.from('658801', 'hex');
const slice = Buffer.from('419a02', 'hex');
const sei = Buffer.from('0605', 'hex');

test('passes on units before the first parameter sets, without a keyframe', () => {
  const sets = new ParameterSets();
  expect(sets.complete([slice])).toEqual({ nals: [slice], isKeyframe: false, isIdr: false });
  expect(sets.complete([idr])).toEqual({ nals: [idr], isKeyframe: false, isIdr: false });
  expect(sets.parameters).toBeNull();
});

test('puts parameter sets before every IDR picture, once', () => {
  const sets = new ParameterSets();
  expect(sets.complete([sei, sps720, pps, idr, idr])).toEqual({
    nals: [sps720, pps, sei, idr, idr],
    isKeyframe: true,
    isIdr: true,
  });
  expect(sets.complete([slice])).toEqual({ nals: [slice], isKeyframe: false, isIdr: false });
  expect(sets.complete([idr])).toEqual({ nals: [sps720, pps, idr], isKeyframe: true, isIdr: true });
});

test('takes parameter sets from other access units, too, and takes new ones', () => {
  const sets = new ParameterSets();
  sets.complete([sps720, pps, otherPps, slice]);
  expect(sets.parameters).toMatchObject({ width: 1280, height: 720 });
  expect(sets.complete([idr]).nals).toEqual([sps720, pps, otherPps, idr]);
  expect(sets.complete([sps360, otherPps, idr]).nals).toEqual([sps360, otherPps, idr]);
  expect(sets.parameters).toMatchObject({ width: 640, height: 360 });
});

test.each([
  ['a recovery point', [Buffer.from('06060180', 'hex'), slice], true],
  ['a recovery point behind other information', [Buffer.from('0605020102060180', 'hex'), slice], true],
  ['other information', [Buffer.from('0605020606', 'hex'), slice], false],
  [
    'nothing but I slices after a parameter set',
    [sps720, Buffer.from('4188', 'hex'), Buffer.from('4188', 'hex')],
    true,
  ],
  ['an I slice in the midst of others', [Buffer.from('4188', 'hex')], false],
  ['a P slice after a parameter set', [sps720, slice], false],
])('at %s: whether a decoder can start there without an IDR picture', (_, nals, isKeyframe) => {
  const sets = new ParameterSets();
  sets.complete([sps720, pps, slice]);
  const completed = sets.complete(nals);
  expect(completed).toMatchObject({ isKeyframe, isIdr: false });
  if (isKeyframe) expect(completed.nals.slice(0, 2)).toEqual([sps720, pps]);
});

test('keeps its own copy', () => {
  const sets = new ParameterSets();
  const [sps, ownPps] = [Buffer.from(sps720), Buffer.from(pps)];
  sets.complete([sps, ownPps, idr]);
  sps.fill(0);
  ownPps.fill(0);
  expect(sets.complete([idr]).nals).toEqual([sps720, pps, idr]);
});
