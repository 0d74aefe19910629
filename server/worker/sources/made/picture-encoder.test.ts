import type { CodecContext } from 'node-av/lib';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { joinAnnexB, splitAnnexB } from '@/lib/media/codecs/annex-b';
import { nalType, nalTypeOf } from '@/lib/media/codecs/h264';

const size = { width: 160, height: 90 };
const fps = 25;
const libx264 = 'libx264';
/** Encoders of FFmpeg's that this machine is to have; they are libx264 in disguise. */
let present: Set<string>;
/** Pictures after which one of them fails. */
let failsAfter: number;
/** Encoders in the order in which they were set up. */
let tried: string[];

vi.mock('@/lib/media/codecs/video-encoder', async (importOriginal) => {
  const original = await importOriginal<typeof import('@/lib/media/codecs/video-encoder')>();
  return {
    makeVideoEncoder: (name: string, ...rest: unknown[]) => {
      tried.push(name);
      const [frame, options] = rest as Parameters<typeof original.makeVideoEncoder> extends [unknown, ...infer R]
        ? R
        : [];
      const made = original.makeVideoEncoder(
        libx264 as Parameters<typeof original.makeVideoEncoder>[0],
        frame,
        options,
      );
      if (name !== libx264) disguise(made.encoder, name);
      return made;
    },
  };
});

/** Has libx264 open and fail as the hardware would. */
function disguise(encoder: CodecContext, name: string): void {
  const [open, send] = [encoder.open2.bind(encoder), encoder.sendFrame.bind(encoder)];
  let sent = 0;
  vi.spyOn(encoder, 'open2').mockImplementation(async (codec) => {
    if (!present.has(name)) return -1;
    encoder.setOption('tune', 'zerolatency');
    return open(codec ?? null, null);
  });
  vi.spyOn(encoder, 'sendFrame').mockImplementation(async (frame) => (sent++ < failsAfter ? send(frame) : -5));
}

beforeEach(() => {
  vi.resetModules();
  present = new Set();
  failsAfter = Number.POSITIVE_INFINITY;
  tried = [];
});
afterEach(() => vi.unstubAllEnvs());

/** Encodes pictures of a rising grey. @returns access units, each with its keyframe mark, and the last encoder */
async function encode(count: number) {
  // A process of its own: what it could not open is forgotten.
  const { PictureEncoder } = await import('./picture-encoder');
  const { pictureFrame } = await import('@/lib/media/frame');
  const encoder = new PictureEncoder({
    size,
    fps,
    keyframeIntervalFrames: 2 * fps,
    video: { preset: 'ultrafast', tune: 'zerolatency' },
    maxVideoBps: 1_000_000,
  });
  const units: { nals: Buffer[]; isKeyframe: boolean }[] = [];
  for (let index = 0; index < count; index++) {
    const picture = pictureFrame(Buffer.alloc((size.width * size.height * 3) / 2, 60 + index), size);
    const made = await encoder.encode(picture, index * 3_600);
    units.push(...made.map(({ data, isKeyframe }) => ({ nals: splitAnnexB(data), isKeyframe })));
    picture.free();
  }
  const { encoderName } = encoder;
  encoder.close();
  return { units, encoderName };
}

test('hardware is tried in a fixed order, once, before libx264', async () => {
  const first = await encode(3);
  // Where the test runs there may be a device for VA-API.
  expect(tried.filter((name) => name !== 'h264_vaapi')).toEqual(['h264_nvenc', 'h264_qsv', libx264]);
  expect(first.encoderName).toBe(libx264);
  expect(first.units).toHaveLength(3);
  tried = [];
  await encode(1);
  expect(tried).toEqual([libx264]);
});

test('the first that opens and encodes a picture is taken', async () => {
  present.add('h264_nvenc').add('h264_qsv');
  const { units, encoderName } = await encode(3);
  expect(encoderName).toBe('h264_nvenc');
  expect(units.map(({ isKeyframe }) => isKeyframe)).toEqual([true, false, false]);
});

test('hardware that opens and encodes nothing is not taken', async () => {
  present.add('h264_nvenc');
  failsAfter = 0;
  const { units, encoderName } = await encode(2);
  expect(encoderName).toBe(libx264);
  expect(units).toHaveLength(2);
});

test('hardware that fails later gives way to libx264, which goes on with a keyframe of the same picture', async () => {
  present.add('h264_nvenc');
  failsAfter = 4;
  const { units, encoderName } = await encode(8);
  expect(encoderName).toBe(libx264);
  expect(units.map(({ isKeyframe }) => isKeyframe)).toEqual([true, false, false, false, true, false, false, false]);
  // A receiver gets what it needs to go on.
  expect(units[4]?.nals.map(nalTypeOf)).toEqual(expect.arrayContaining([nalType.sps, nalType.pps, nalType.idr]));
  expect(await countDecoded(units.map(({ nals }) => joinAnnexB(nals)))).toBe(8);
  tried = [];
  await encode(1);
  expect(tried).not.toContain('h264_nvenc');
});

test('VIDEO_ENCODER=software leaves hardware alone', async () => {
  vi.stubEnv('VIDEO_ENCODER', 'software');
  present.add('h264_nvenc');
  expect((await encode(1)).encoderName).toBe(libx264);
  expect(tried).toEqual([libx264]);
});

async function countDecoded(units: Buffer[]): Promise<number> {
  const { makeVideoDecoder } = await import('@/lib/media/codecs/video-decoder');
  const { newFrame, newPacket } = await import('@/lib/media/frame');
  const { codec, decoder } = makeVideoDecoder('h264', { isReordered: false, maxThreads: 1, maxPixels: 1_000_000 });
  const [packet, frame] = [newPacket(), newFrame()];
  onTestFinished(() => {
    for (const part of [packet, frame]) part.free();
    decoder.freeContext();
  });
  await decoder.open2(codec, null);
  let count = 0;
  for (const unit of [...units, null]) {
    if (unit) packet.data = unit;
    await decoder.sendPacket(unit ? packet : null);
    while (decoder.receiveFrameSync(frame) >= 0) count++;
  }
  return count;
}
