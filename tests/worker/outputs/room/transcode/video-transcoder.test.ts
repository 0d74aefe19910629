import { AV_LOG_QUIET } from 'node-av/constants';
import { Log } from 'node-av/lib';
import { afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { nalType, nalTypeOf } from '@/lib/media/codecs/h264';
import { H264Reader } from '@/lib/media/codecs/h264-reader';
import { ParameterLimits } from '@/lib/media/codecs/parameter-limits';
import { MpegTsDemuxer } from '@/lib/media/mpegts/mpegts-demuxer';
import { log } from '@/lib/platform/log';
import { FaultLog } from '@/server/worker/control/fault-log';
import type { CodedAccessUnit } from '@/server/worker/outputs/room/transcode/gop-cache';
import { halfRateBridgeFormat, type Layer, layerFormats } from '@/server/worker/outputs/room/transcode/layer-format';
import { VideoTranscoder } from '@/server/worker/outputs/room/transcode/video-transcoder';
import { encode, testFrames } from '../../../../support/camera/encode';
import { until } from '../../../../support/until';

const frameCount = 40;
const both = layerFormats;
/** One group of frames, with B-frames. */
let group: CodedAccessUnit[];

beforeAll(async () => {
  Log.setLevel(AV_LOG_QUIET);
  const bytes = await encode([
    ...[...testFrames('960x540'), '-frames:v', String(frameCount), '-pix_fmt', 'yuv420p'],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '2', '-g', '100'],
  ]);
  const reader = new H264Reader(new ParameterLimits('h264', 4096));
  group = [];
  const demuxer = new MpegTsDemuxer({
    onProgram: () => undefined,
    onPesPacket: ({ data, pts }) => {
      for (const { data: whole, isKeyframe } of reader.read(data)) group.push({ data: whole, ticks: pts, isKeyframe });
    },
  });
  demuxer.addBytes(bytes);
  demuxer.flush();
});

const transcoders: VideoTranscoder[] = [];
afterEach(() => {
  for (const transcoder of transcoders.splice(0)) transcoder.setDemand(false, { low: null, source: null }, []);
});

function start() {
  const made: Record<Layer, { ticks: number; isIdr: boolean }[]> = { low: [], source: [] };
  const counts = { skipped: 0 };
  const transcoder = new VideoTranscoder({
    faults: new FaultLog(log),
    maxPixels: 4096 ** 2,
    onLowLayerFrame: () => undefined,
    isWanted: () => true,
    onKeyframe: () => undefined,
    onEncoded: (layer, nals, ticks) =>
      made[layer].push({ ticks, isIdr: nals.some((nal) => nalTypeOf(nal) === nalType.idr) }),
    onSkipped: () => {
      counts.skipped++;
    },
  });
  transcoders.push(transcoder);
  transcoder.setInput({ codec: 'h264', isReordered: true, makesSourceLayer: true }, []);
  return { transcoder, made, counts };
}

/** One by one, as a camera sends them. */
async function send({ transcoder, made }: ReturnType<typeof start>, accessUnits: CodedAccessUnit[]): Promise<void> {
  for (const accessUnit of accessUnits) {
    const before = made.source.length;
    transcoder.addAccessUnit(accessUnit);
    await until('a frame of the source layer is made', () => made.source.length > before, { timeoutMs: 200 }).catch(
      () => 'held back for its order',
    );
  }
}

test('makes both layers, from a keyframe on, in the order of display', async () => {
  const started = start();
  const { transcoder, made, counts } = started;
  transcoder.setDemand(true, both, []);
  await send(started, group.slice(0, 12));
  for (const layer of [made.low, made.source]) {
    expect(layer.length).toBeGreaterThan(6);
    expect(layer.map(({ isIdr }) => isIdr).indexOf(true)).toBe(0);
    expect(layer.map(({ ticks }) => ticks)).toEqual(layer.map(({ ticks }) => ticks).sort((a, b) => a - b));
  }
  expect(counts.skipped).toBe(0);
});

test('makes only what is demanded, and a keyframe on request', async () => {
  const started = start();
  const { transcoder, made } = started;
  transcoder.setDemand(true, { low: null, source: layerFormats.source }, []);
  await send(started, group.slice(0, 8));
  transcoder.requestKeyframe('source');
  await send(started, group.slice(8, 16));
  expect(made.low).toEqual([]);
  expect(made.source.filter(({ isIdr }) => isIdr)).toHaveLength(2);
});

// The next frame after 1.5 s and after 2.49: cameras that begin together do not go on in step.
test.each([
  [0, 144_000],
  [0.99, 234_000],
])('makes keyframes at random intervals of time, however few frames there are: %d', async (random, expected) => {
  onTestFinished(() => void vi.restoreAllMocks());
  vi.spyOn(Math, 'random').mockReturnValue(random);
  const started = start();
  const { transcoder, made } = started;
  transcoder.setDemand(true, { low: layerFormats.low, source: null }, []);
  const fiveASecond = group.slice(0, 32).map(({ ticks, ...rest }) => ({ ...rest, ticks: 6 * ticks }));
  await send(started, fiveASecond);
  const keyframeTicks = made.low.filter(({ isIdr }) => isIdr).map(({ ticks }) => ticks);
  const steps = keyframeTicks.slice(1).map((ticks, index) => ticks - (keyframeTicks[index] ?? 0));
  expect(steps.length).toBeGreaterThan(1);
  expect(new Set(steps)).toEqual(new Set([expected]));
});

test('makes every other frame of a layer of half the rate', async () => {
  const started = start();
  const { transcoder, made } = started;
  transcoder.setDemand(true, { low: layerFormats.low, source: halfRateBridgeFormat }, []);
  await send(started, group.slice(0, 24));
  const steps = made.source.slice(1).map(({ ticks }, index) => ticks - (made.source[index]?.ticks ?? 0));
  expect(made.source.length).toBeGreaterThan(6);
  expect(new Set(steps)).toEqual(new Set([6_000]));
  expect(made.low.length).toBeGreaterThan(made.source.length * 1.5);
});

test('catches up with what went by before it was demanded, which nobody has lost', async () => {
  const { transcoder, made, counts } = start();
  transcoder.setDemand(true, both, group);
  await until('both layers are made', () => made.source.length > 0 && made.low.length > 0);
  const latest = Math.max(...group.map(({ ticks }) => ticks));
  expect(made.source[0]?.ticks).toBeGreaterThan(latest - 10 * 3_000);
  expect(counts.skipped).toBe(0);
});

test('makes a frame now and then, though it does not keep up', async () => {
  const { transcoder, made } = start();
  onTestFinished(() => void vi.restoreAllMocks());
  let nowMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += 20));
  transcoder.setDemand(true, both, []);
  for (const accessUnit of group) transcoder.addAccessUnit(accessUnit);
  const waiting = group.slice(0, -4).map(({ ticks }) => ticks);
  await vi.waitFor(() => expect(made.low.at(-1)?.ticks).toBeGreaterThan(Math.max(...waiting)), { timeout: 30_000 });
  const late = made.low.filter(({ ticks }) => waiting.includes(ticks));
  expect(late.length).toBeGreaterThan(1);
  expect(late.length).toBeLessThan(waiting.length / 2);
});

test('goes on at the next keyframe where it is late, and decodes nothing before', async () => {
  const { transcoder, made, counts } = start();
  transcoder.setDemand(true, both, []);
  const next = group.map((accessUnit) => ({ ...accessUnit, ticks: accessUnit.ticks + frameCount * 3_000 }));
  const [keyframe, ...rest] = next as [CodedAccessUnit, ...CodedAccessUnit[]];
  for (const accessUnit of [...group, keyframe]) transcoder.addAccessUnit(accessUnit);
  // All but the one that is at work.
  expect(counts.skipped).toBe(group.length - 1);
  for (const accessUnit of rest) transcoder.addAccessUnit(accessUnit);
  await until('the low layer has gone on', () => (made.low.at(-1)?.ticks ?? 0) > keyframe.ticks);
});

test('skips frames that come faster than they can be encoded, and goes on with the latest', async () => {
  const started = start();
  const { transcoder, made, counts } = started;
  transcoder.setDemand(true, both, []);
  for (const accessUnit of group) transcoder.addAccessUnit(accessUnit);
  const latest = Math.max(...group.map(({ ticks }) => ticks));
  await until('the source layer has the latest frames', () => (made.source.at(-1)?.ticks ?? 0) > latest - 10 * 3_000);
  expect(counts.skipped).toBeGreaterThan(frameCount / 2);
});
