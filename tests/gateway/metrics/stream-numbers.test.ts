import { afterAll, beforeAll, expect, test } from 'vitest';
import { db } from '@/lib/platform/db/db';
import type { Stream, StreamMetric } from '@/prisma/generated/client';
import { ffmpeg, stopFfmpegs } from '../../support/camera/ffmpeg';
import { copyGateway, type GatewayProcess, removeGateway, startGateway } from '../../support/gateway/gateway-process';
import { makeIdleStream, pressOn, untilStatus } from '../../support/gateway/reconciler';
import { type ImpairmentProxy, openImpairmentProxy } from '../../support/network/impairment-proxy';
import { until } from '../../support/until';

const srtLatencyMs = 200;
const delayMs = 20;
const roundTripMs = 2 * delayMs;
const tone = (amplitude: number) => `${amplitude}*sin(2*PI*997*t)`;

/** 30 frames per second, a keyframe every two seconds, a tone of -20 dBFS on the left and -26 on the right. */
const encoder = (url: string): string[] => [
  ...['-re', '-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=30'],
  ...['-f', 'lavfi', '-i', `aevalsrc=${tone(0.1)}|${tone(0.05)}:s=48000`],
  ...['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-pix_fmt', 'yuv420p'],
  ...['-g', '60', '-keyint_min', '60', '-b:v', '1M', '-c:a', 'aac', '-b:a', '192k', '-f', 'mpegts', url],
];

let gateway: GatewayProcess;
let network: ImpairmentProxy;
let stream: Stream;

beforeAll(async () => {
  await copyGateway({ hasRealWorker: true });
  gateway = await startGateway({ GATEWAY_ID: 'gateway-a' });
  network = await openImpairmentProxy(gateway.ingestPort, { delayMs });
  stream = await makeIdleStream();
  await pressOn(stream.id);
  await untilStatus(stream.id, 'active', 30_000);
  const query = new URLSearchParams({
    mode: 'caller',
    streamid: stream.streamKey,
    latency: String(srtLatencyMs * 1000),
    pkt_size: '1316',
  });
  ffmpeg(encoder(`srt://127.0.0.1:${network.port}?${query}`));
}, 60_000);

afterAll(async () => {
  stopFfmpegs();
  network.close();
  gateway.child.kill('SIGTERM');
  await gateway.ended;
  await removeGateway();
});

/** The next samples that match. */
async function untilSamples(count: number, matches: (sample: StreamMetric) => boolean): Promise<StreamMetric[]> {
  const recordedAt = { gt: new Date() };
  const find = async () => {
    const samples = await db().streamMetric.findMany({ where: { streamId: stream.id, recordedAt } });
    const matching = samples.filter(matches);
    return matching.length >= count ? matching : null;
  };
  return until(`there are ${count} samples`, find, { timeoutMs: 15_000 }).catch((cause: unknown) => {
    throw new Error(`${cause}, the gateway's log: ${gateway.log()}`, { cause });
  });
}

const sumOf = (samples: StreamMetric[], read: (sample: StreamMetric) => number | null): number =>
  samples.reduce((sum, sample) => sum + (read(sample) ?? 0), 0);

test('the figures of a camera match its encoder’s settings and its link', async () => {
  const samples = await untilSamples(3, ({ gopSeconds }) => gopSeconds !== null);
  expect(sumOf(samples, ({ fps }) => fps) / samples.length).toBeGreaterThan(27);
  expect(sumOf(samples, ({ fps }) => fps) / samples.length).toBeLessThan(33);
  for (const sample of samples) {
    expect(sample).toMatchObject({ reconnectCount: 0, droppedFrames: 0, alertLevel: 'healthy' });
    expect(sample.bitrateKbps).toBeGreaterThan(300);
    expect(sample.bitrateKbps).toBeLessThan(3_000);
    expect(sample.gopSeconds).toBeCloseTo(2, 1);
    expect(Math.abs((sample.audioLeftDbfs ?? 0) + 20)).toBeLessThan(1);
    expect(Math.abs((sample.audioRightDbfs ?? 0) + 26)).toBeLessThan(1);
    expect(sample.rttMs).toBeGreaterThanOrEqual(roundTripMs - 1);
    expect(sample.rttMs).toBeLessThan(roundTripMs * 4);
    expect(sample.jitterMs).toBeGreaterThanOrEqual(0);
    expect(sample.jitterMs).toBeLessThan(roundTripMs);
    expect(sample.latencyMs).toBeGreaterThanOrEqual(srtLatencyMs + delayMs - 1);
    expect(sample.latencyMs).toBeLessThan(srtLatencyMs + 300);
  }
});

test('packets lost on the link are counted, and those that SRT recovers are no dropped frames', async () => {
  network.impair({ loss: 0.05 });
  const samples = await untilSamples(4, ({ lossPercent }) => (lossPercent ?? 0) > 0);
  network.impair({ loss: 0 });
  const percent = sumOf(samples, ({ lossPercent }) => lossPercent) / samples.length;
  expect(percent).toBeGreaterThan(1);
  expect(percent).toBeLessThan(15);
  expect(sumOf(samples, ({ lostPackets }) => lostPackets)).toBeGreaterThan(5);
  expect(sumOf(samples, ({ retransmittedPackets }) => retransmittedPackets)).toBeGreaterThan(5);
});

test('frames lost in an outage are dropped frames, and the camera has not reconnected', async () => {
  network.cut();
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  network.restore();
  const [sample] = await untilSamples(1, ({ droppedFrames, fps }) => (droppedFrames ?? 0) > 10 && fps > 20);
  expect(sample?.droppedFrames).toBeLessThan(150);
  expect(sample?.reconnectCount).toBe(0);
});
