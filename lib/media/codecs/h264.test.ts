import { describe, expect, test } from 'vitest';
import { nalTypeOf, ParameterSets, parseH264Sps, type SequenceParameters, sliceKind, startsAccessUnit } from './h264';

const hex = (text: string) => Buffer.from(text, 'hex');

test('nalTypeOf reads the type, even of an empty unit', () => {
  expect([hex('67'), hex('65'), hex('41'), hex('')].map(nalTypeOf)).toEqual([7, 5, 1, 0]);
});

test.each<[string, string, ReturnType<typeof sliceKind>, boolean]>([
  ['an IDR picture', '658884', 'I', true],
  ['a P slice', '419a02', 'P', true],
  ['a B slice', '019e41', 'B', true],
  ['a slice further down', '4146', 'P', false],
  ['what is cut off', '41', null, false],
])('a slice’s kind, and whether it begins its access unit: %s', (_, nal, kind, isFirst) => {
  expect(sliceKind(hex(nal))).toBe(kind);
  expect(startsAccessUnit(hex(nal))).toBe(isFirst);
});

describe('parseH264Sps', () => {
  test.each<[string, string, Partial<SequenceParameters>]>([
    ['baseline', '6742c01eda0280bfe5c044000003000400000300c83c58ba80', { constraints: 0xc0, maxReorderFrames: 0 }],
    ['of 8 bits, 4:2:0', '6742c01eda0280bfe5c044000003000400000300c83c58ba80', { bitDepth: 8, chromaFormatIdc: 1 }],
    ['interlaced', '674d401ef405a126c044000003000400000300c87c50aa80', { isInterlaced: true }],
    ['progressive', '674d4028da01e0089f97011000000300100000030320f1832a', { isInterlaced: false }],
    ['4:2:2', '677a0028b6cb403c0113f13808800000030080000019078c1950', { chromaFormatIdc: 2, bitDepth: 10 }],
    ['4:4:4', '67f400159196808025e2e7c044000003000400000300c83c58ba80', { chromaFormatIdc: 3 }],
    ['grey', '67640015f2d01004bc6cf80b64000003000400000300c83c58ba80', { chromaFormatIdc: 0 }],
    ['nothing about use', '6764001eacb40501ed80880000030008000003019078b175', { pixelAspect: 1 }],
  ])('%s', (_, nal, expected) => {
    expect(parseH264Sps(hex(nal))).toMatchObject(expected);
  });

  /** Parameter sets from x264. */
  test.each<[string, string, number, number, number]>([
    ['baseline', '6742c01eda0280bfe5c044000003000400000300c83c58ba80', 640, 360, 66],
    ['a height that is cropped', '674d4028da01e0089f97011000000300100000030320f1832a', 1920, 1080, 77],
    ['interlaced', '674d401ef405a126c044000003000400000300c87c50aa80', 720, 576, 77],
    ['interlaced and cropped', '674d4028f403c0227ef011000003000100000300321f162ea0', 1920, 1080, 77],
    ['4:2:2 of 10 bits', '677a0028b6cb403c0113f13808800000030080000019078c1950', 1920, 1080, 122],
    ['4:4:4', '67f400159196808025e2e7c044000003000400000300c83c58ba80', 502, 282, 244],
    ['without color', '67640015f2d01004bc6cf80b64000003000400000300c83c58ba80', 500, 282, 100],
    ['high', '6764001eacb40501ed80880000030008000003019078b175', 640, 480, 100],
    ['access units in decoding order', '6742c01eda0290ff8888c044000003000400000300c83c58ba80', 642, 482, 66],
    ['4K', '6742c033da00400043ec0440000003004000000c83c60ca8', 4096, 2160, 66],
  ])('%s', (_, nal, width, height, profileIdc) => {
    expect(parseH264Sps(hex(nal))).toMatchObject({ width, height, profileIdc });
  });

  /** ue(v) and se(v), H.264 9.1. */
  const ue = (value: number): string => (value + 1).toString(2).padStart(2 * (value + 1).toString(2).length - 1, '0');
  const se = (value: number): string => ue(value > 0 ? 2 * value - 1 : -2 * value);
  const build = (...bits: string[]): Buffer => {
    const text = `${bits.join('')}1`;
    const bytes = text.padEnd(Math.ceil(text.length / 8) * 8, '0').match(/.{8}/g) ?? [];
    return Buffer.from([0x67, ...bytes.map((byte) => Number.parseInt(byte, 2))]);
  };
  const byte = (value: number) => value.toString(2).padStart(8, '0');
  const size = (width: number, height: number) => [ue(width - 1), ue(height - 1), '1', '1', '0', '0'];

  test('scaling lists, whole, ended early and left out', () => {
    const whole = `1${Array.from({ length: 16 }, (_, index) => se(index % 2 === 0 ? 3 : -2)).join('')}`;
    // 8 - 8: the rest of the list is as before.
    const ended = `1${se(-8)}`;
    const lists = [whole, ended, '0', '0', '0', '0', `1${se(5)}${se(-13)}`, '0'];
    const nal = build(
      byte(100),
      byte(0),
      byte(31),
      ue(0),
      ue(1),
      ue(0),
      ue(0),
      '0',
      '1',
      ...lists,
      ue(0),
      ue(2),
      ue(1),
      '0',
      ...size(80, 45),
    );
    expect(parseH264Sps(nal)).toMatchObject({ profileIdc: 100, levelIdc: 31, width: 1280, height: 720 });
  });

  test('picture order of type 1', () => {
    const order = [ue(1), '0', se(-3), se(2), ue(2), se(1), se(-1)];
    const nal = build(byte(77), byte(0), byte(30), ue(0), ue(0), ...order, ue(1), '0', ...size(20, 15));
    expect(parseH264Sps(nal)).toMatchObject({ width: 320, height: 240 });
  });

  test.each([
    ['nothing', hex('')],
    ['only its type', hex('67')],
    ['cut off', hex('6742c01eda0280')],
    ['zeros', Buffer.concat([hex('67'), Buffer.alloc(64)])],
    [
      'a side that no level allows',
      build(byte(66), byte(0), byte(31), ue(0), ue(0), ue(2), ue(1), '0', ...size(2000, 2)),
    ],
    [
      'cropped to nothing',
      build(
        byte(66),
        byte(0),
        byte(31),
        ue(0),
        ue(0),
        ue(2),
        ue(1),
        '0',
        ue(0),
        ue(0),
        '1',
        '1',
        '1',
        ue(8),
        ue(0),
        ue(0),
        ue(0),
      ),
    ],
  ])('is null for anything but a parameter set: %s', (_, nal) => {
    expect(parseH264Sps(nal)).toBeNull();
  });

  test('never throws, whatever the bits', () => {
    const nal = hex('67640015f2d01004bc6cf80b64000003000400000300c83c58ba80');
    for (let bit = 8; bit < nal.length * 8; bit++) {
      const damaged = Buffer.from(nal);
      damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (0x80 >> (bit & 7));
      expect(() => parseH264Sps(damaged)).not.toThrow();
    }
  });
});

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
