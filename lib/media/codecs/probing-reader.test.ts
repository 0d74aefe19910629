import { AV_LOG_FATAL } from 'node-av/constants';
import { Log } from 'node-av/lib';
import { describe, expect, test } from 'vitest';
import { RestartPause } from '@/lib/core/restart-pause';
import { splitAnnexB } from './annex-b';
import { ParameterLimits } from './parameter-limits';
import { ProbingReader } from './probing-reader';

Log.setLevel(AV_LOG_FATAL);

/** A reader whose clock advances with each look, so that it may always decode again. */
function readerOf(codec: 'hevc' | 'mpeg2video', maxSidePixels = 4096): ProbingReader {
  let nowMs = 0;
  const pause = new RestartPause(() => {
    nowMs += 60_000;
    return nowMs;
  });
  return new ProbingReader(codec, new ParameterLimits(codec, maxSidePixels), pause);
}

const hex = (text: string) => Buffer.from(text, 'hex');

/**
 * One gray access unit each: x265, 10 bits, 64x64 and 128x64; FFmpeg's MPEG-2 encoder, 64x64, interlaced, shown at 4:3.
 */
const hevc = hex(
  '0000000140010c01ffff02200000030090000003000003001e9594090000000142010102200000030090000003000003001ea0208104d965' +
    '654a4c2f016808000003000800000300c840000000014401c073c0890000012801ac760d9091d238',
);
const wideHevc = hex(
  '0000000140010c01ffff02200000030090000003000003001e9594090000000142010102200000030090000003000003001ea01020413659' +
    '5952930bc05a020000030002000003003210000000014401c073c1890000012801ac75390d9091d22812162be0',
);
const mpeg2 = hex(
  '000001b304004023ffffe018000001b5148200010000000001b80008004000000100000ffff8000001b58ffff3800000000101132d29488b' +
    '4a52911694a5222d294a444000000102132d29488b4a52911694a5222d294a444000000103132d29488b4a52911694a5222d294a4440000' +
    '00104132d29488b4a52911694a5222d294a4440',
);
/** The pictures after parameter sets: an IDR picture, and a trailing one that begins alike. */
const entry = Buffer.concat([hex('000001'), splitAnnexB(hevc).at(-1) ?? hex('')]);
const trailing = hex('0000010201d0096e');

describe('HEVC', () => {
  test('is recognized by decoding its first access unit', () => {
    const reader = readerOf('hevc');
    expect(reader.read(trailing)[0]).toMatchObject({ isKeyframe: false });
    expect(reader.read(entry)[0]).toMatchObject({ isKeyframe: false });
    expect(reader.isSettled).toBe(false);
    expect(reader.read(hevc)[0]).toMatchObject({ isKeyframe: true });
    expect(reader.isSettled).toBe(true);
    expect(reader.facts).toMatchObject({
      codec: 'hevc',
      profile: 'Main 10',
      width: 64,
      height: 64,
      pixelAspect: 1,
      chroma: '4:2:0',
      bitDepth: 10,
      isInterlaced: false,
    });
  });

  test('tells when the encoder captured a frame', () => {
    const reader = readerOf('hevc');
    const timeCode = (bytes: string) => Buffer.concat([hex(`0000014e018806${bytes}80`), trailing]);
    // 12:34:56, frame 7, and 12:34:57, frame 0.
    expect(reader.read(timeCode('70403f113010'))[0]).toMatchObject({ encoderTime: null });
    expect(reader.read(timeCode('704007313010'))[0]).toMatchObject({
      encoderTime: { ms: ((12 * 60 + 34) * 60 + 57) * 1_000, isTimeOfDay: true },
    });
  });

  test('gets its parameter sets before every keyframe', () => {
    const reader = readerOf('hevc');
    reader.read(hevc);
    const [accessUnit] = reader.read(entry);
    expect(accessUnit).toMatchObject({ isKeyframe: true });
    expect(splitAnnexB(accessUnit?.data ?? hex(''))).toEqual(splitAnnexB(hevc));
  });

  test('is probed again only when its parameter sets change', () => {
    const reader = readerOf('hevc');
    reader.read(hevc);
    const { facts } = reader;
    reader.read(hevc);
    expect(reader.facts).toBe(facts);
    reader.read(wideHevc);
    expect(reader.facts).toMatchObject({ width: 128, height: 64 });
  });

  test('is split when one packet has several access units', () => {
    const reader = readerOf('hevc');
    const accessUnits = reader.read(Buffer.concat([hevc, trailing, trailing, wideHevc]));
    expect(accessUnits.map(({ isKeyframe }) => isKeyframe)).toEqual([true, false, false, true]);
  });

  test('that no decoder understands has no keyframe', () => {
    const reader = readerOf('hevc');
    const damaged = Buffer.from(hevc);
    damaged.fill(0xff, 12, 40);
    expect(reader.read(damaged)[0]).toMatchObject({ isKeyframe: false });
    expect(reader.facts).toBeNull();
  });
});

describe('MPEG-2', () => {
  const unit = (...bytes: number[]) => Buffer.from([0, 0, 1, ...bytes]);
  const slices = Buffer.concat([unit(0x01, 0x13), unit(0x02, 0x13)]);
  const kinds = { I: 1, P: 2, B: 3 };
  /** The header of an access unit with this number in its group, and its slices. */
  const picture = (kind: keyof typeof kinds, reference: number) => {
    const header = unit(0x00, reference >> 2, ((reference & 3) << 6) | (kinds[kind] << 3), 0xff, 0xf8);
    return Buffer.concat([header, unit(0xb5, 0x8f, 0xff, 0xf3, 0x80), slices]);
  };
  const sequence = unit(0xb3, 0x04, 0x00, 0x40, 0x23, 0xff, 0xff, 0xe0, 0x18);
  const group = unit(0xb8, 0x00, 0x08, 0x00, 0x40);

  test.each<[string, Buffer[], number[]]>([
    ['one', [sequence, group, picture('I', 0)], [0]],
    ['one without a header of its own', [slices], []],
    ['the two fields of one', [sequence, group, picture('I', 0), picture('P', 0)], [0]],
    ['two that are shown as they come', [picture('P', 1), picture('P', 2)], [1, 2]],
    ['one, and B-frames that are shown before it', [picture('P', 3), picture('B', 1), picture('B', 2)], [3, 1, 2]],
    ['fields of two', [picture('P', 1), picture('P', 1), picture('P', 2), picture('P', 2)], [1, 2]],
    ['a sequence in their midst', [picture('P', 1), sequence, group, picture('I', 0)], [1, 2]],
    [
      'a group in their midst',
      [picture('P', 3), picture('B', 2), group, picture('I', 2), picture('B', 0)],
      [3, 2, 6, 4],
    ],
    ['a group of the same number', [picture('I', 0), group, picture('I', 0)], [0, 1]],
    ['one that has counted round', [picture('P', 1023), picture('P', 0)], [1023, 1024]],
  ])('with %s in a packet is split, in display order', (_, units, indices) => {
    const accessUnits = readerOf('mpeg2video').read(Buffer.concat(units));
    expect(accessUnits.flatMap(({ displayIndex }) => displayIndex ?? [])).toEqual(indices);
    expect(accessUnits.flatMap(({ nals }) => nals)).toEqual(splitAnnexB(Buffer.concat(units)));
  });

  test('counts from packet to packet, whatever a packet begins with', () => {
    const reader = readerOf('mpeg2video');
    const packets = [
      [group, picture('I', 2)],
      [picture('B', 0), picture('B', 1)],
      [group, picture('I', 0)],
    ];
    const indices = packets.map((units) => reader.read(Buffer.concat(units)).map(({ displayIndex }) => displayIndex));
    expect(indices).toEqual([[2], [0, 1], [3]]);
  });

  test('with two whole access units in a packet can start at either', () => {
    const accessUnits = readerOf('mpeg2video').read(Buffer.concat([mpeg2, mpeg2]));
    expect(accessUnits.map(({ isKeyframe }) => isKeyframe)).toEqual([true, true]);
  });
});

test('reads interlaced MPEG-2 with pixels that are not square', () => {
  const reader = readerOf('mpeg2video');
  expect(reader.read(mpeg2)[0]).toMatchObject({ isKeyframe: true });
  expect(reader.facts).toMatchObject({
    codec: 'mpeg2video',
    profile: 'Main',
    width: 64,
    height: 64,
    chroma: '4:2:0',
    bitDepth: 8,
    isInterlaced: true,
  });
  expect(reader.facts?.pixelAspect).toBeCloseTo(4 / 3);
});
