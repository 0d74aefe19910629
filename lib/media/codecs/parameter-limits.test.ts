import { describe, expect, test } from 'vitest';
import { buildH264Sps, buildHevcSps, buildMpeg2Sequence } from '@/tests/support/camera/parameter-sets';
import { ParameterLimits } from './parameter-limits';

const pps = Buffer.from('68ce0f2c80', 'hex');
const slice = Buffer.from('658801', 'hex');

describe.each([
  ['h264', buildH264Sps],
  ['hevc', buildHevcSps],
  ['mpeg2video', buildMpeg2Sequence],
] as const)('%s', (codec, build) => {
  const sized = (width: number, height: number): Buffer[] => build({ width, height });

  test.each([
    [4096, 4096, true],
    [1920, 1088, true],
    [4112, 16, false],
    [16, 4112, false],
    [15_360, 8_640, false],
  ])('%i × %i is admitted: %s', (width, height, isAdmitted) => {
    const limits = new ParameterLimits(codec, 4096);
    expect(limits.admit(sized(width, height))).toBe(isAdmitted);
    expect(limits.excess).toEqual(isAdmitted ? null : expect.objectContaining({ width, height }));
  });

  test('nothing is admitted after too large a size, until another comes', () => {
    const limits = new ParameterLimits(codec, 4096);
    const good = sized(1280, 720);
    expect(limits.admit(good)).toBe(true);
    expect(limits.admit([slice])).toBe(true);
    expect(limits.admit(sized(8192, 4320))).toBe(false);
    expect(limits.admit([slice])).toBe(false);
    expect(limits.admit(good)).toBe(true);
    expect(limits.excess).toBeNull();
    expect(limits.admit([slice])).toBe(true);
  });

  test('a large size is found beside a small one', () => {
    const limits = new ParameterLimits(codec, 4096);
    expect(limits.admit([...sized(1280, 720), ...sized(8192, 4320), ...sized(640, 368)])).toBe(false);
  });
});

test('parameter sets longer than any encoder’s, and unreadable ones, are refused', () => {
  const limits = new ParameterLimits('h264', 4096);
  const good = buildH264Sps({ width: 1280, height: 720 });
  expect(() => limits.admit([...good, Buffer.concat([pps, Buffer.alloc(17_000, 1)])])).toThrow('too long');
  expect(() => limits.admit([Buffer.from('6742c0', 'hex')])).toThrow('cannot be read');
  expect(limits.admit([...good, pps])).toBe(true);
});

test('a lone picture parameter set does not end the excess', () => {
  const limits = new ParameterLimits('h264', 4096);
  expect(limits.admit([pps])).toBe(true);
  expect(limits.admit([...buildH264Sps({ width: 8192, height: 16 }), pps])).toBe(false);
  expect(limits.admit([pps])).toBe(false);
});

test('an HEVC sequence parameter set with lower temporal layers is read', () => {
  const limits = new ParameterLimits('hevc', 4096);
  expect(limits.admit(buildHevcSps({ width: 7680, height: 4320, lowerLayers: 3 }))).toBe(false);
  expect(limits.excess).toEqual({ width: 7680, height: 4320 });
});
