import { afterAll, expect, type TestContext, test } from 'vitest';
import type { PesPacket } from '@/lib/media/mpegts/pes-assembler';
import { damage } from '../support/camera/damage';
import { encode, liveH264, testFrames, testTone } from '../support/camera/encode';
import { stopFfmpegs } from '../support/camera/ffmpeg';
import { flipConfiguration } from '../support/camera/hostile-media';
import { remux } from '../support/camera/remux';
import { startReplay } from '../support/camera/replay';
import { SeededRandom } from '../support/random';
import { type Kind, RoomViewer } from '../support/room/room-viewer';
import { until } from '../support/until';
import { inputUrl, startWorker } from '../support/worker/worker-process';

/*
 * One kind of a camera's media is damaged for a while, over real SRT into a real room. The other kind continues, and the
 * damaged one comes back by itself.
 */

const seconds = 12;
/** Damaged part of the camera's time. The viewer needs the first second to come in. */
const damagedSeconds = { from: 3, to: 7 };
const videoPid = 0x100;
const audioPid = 0x101;
const h264 = [...liveH264, '-pix_fmt', 'yuv420p', '-b:v', '500k'];
const aac = ['-c:a', 'aac', '-ac', '2', '-pes_payload_size', '0'];
const mp2 = ['-c:a', 'mp2', '-ac', '2', '-pes_payload_size', '0'];
const mpeg2 = ['-c:v', 'mpeg2video', '-pix_fmt', 'yuv420p', '-g', '15', '-bf', '0', '-b:v', '1500k'];
/** ISO/IEC 13818-1, table 2-34. */
const types = { h264: 0x1b, mpeg2: 0x02, aac: 0x0f, mp2: 0x03 };

type Change = (data: Buffer, random: SeededRandom, index: number) => Buffer;

const spoil: Change = (data, random) => (random.integer(3) === 0 ? random.bytes(data.length) : damage(data, random));

const flipAdtsConfiguration: Change = (data, _, index) => flipConfiguration(data, index);

afterAll(() => stopFfmpegs());

interface Row {
  kind: Kind;
  video: string[];
  audio: string[];
  videoType: number;
  audioType: number;
  change: Change;
}

const usual = { video: h264, audio: aac, videoType: types.h264, audioType: types.aac };

test.concurrent.for<[string, Row]>([
  ['AAC whose configuration flips with every frame', { ...usual, kind: 'audio', change: flipAdtsConfiguration }],
  ['damaged AAC', { ...usual, kind: 'audio', change: spoil }],
  ['damaged MP2', { ...usual, audio: mp2, audioType: types.mp2, kind: 'audio', change: spoil }],
  ['damaged H.264', { ...usual, kind: 'video', change: spoil }],
  ['damaged MPEG-2', { ...usual, video: mpeg2, videoType: types.mpeg2, kind: 'video', change: spoil }],
])('%s ends nothing else, and comes back', async ([, row], context) => {
  const bytes = await encodeDamaged(row);
  const worker = await startWorker();
  context.onTestFinished(() => worker.stop());
  await worker.untilReport(({ ready }) => ready, 'ready');
  const arrivals = await watchArrivals(worker.eventId, context);
  const replay = startReplay(inputUrl(worker), bytes, seconds);
  context.onTestFinished(() => replay.stop());

  await until(
    `audio and video are in the room before the damage; the worker said:\n${worker.log()}`,
    () => arrivals.audio.length > 20 && arrivals.video.length > 20,
    { timeoutMs: 10_000 },
  );
  const firstMs = performance.now();
  const lastMs = firstMs + (seconds - 4) * 1_000;
  await until('the damaged media is sent', () => performance.now() > lastMs, { timeoutMs: 20_000 });

  const other = row.kind === 'audio' ? 'video' : 'audio';
  expect(longestGapMs(arrivals[other], firstMs, lastMs), worker.log()).toBeLessThan(1_000);
  const recent = arrivals[row.kind].filter((ms) => ms > lastMs - 1_000);
  expect(recent.length, `${row.kind} in the last second; the worker said:\n${worker.log()}`).toBeGreaterThan(15);
  expect(worker.signals()).toEqual(['none', 'connecting', 'live']);
  expect(worker.reports.at(-1)).toMatchObject({ ready: true, signal: 'live', connectCount: 1, failed: null });
  expect(faultLines(worker.log())).toBeLessThan(20);
});

async function encodeDamaged({ kind, video, audio, videoType, audioType, change }: Row): Promise<Buffer> {
  const whole = await encode([...testFrames(), ...testTone(), ...video, ...audio, '-t', String(seconds)]);
  const random = new SeededRandom(7);
  let firstPts: number | undefined;
  let index = 0;
  const streams = [
    { pid: videoPid, type: videoType },
    { pid: audioPid, type: audioType },
  ];
  return remux(whole, streams, ({ pid, pts, data }: PesPacket) => {
    firstPts ??= pts;
    const atSeconds = (pts - firstPts) / 90_000;
    const isOfKind = pid === (kind === 'audio' ? audioPid : videoPid);
    const isDamaged = isOfKind && atSeconds >= damagedSeconds.from && atSeconds < damagedSeconds.to;
    return isDamaged ? change(data, random, index++) : data;
  });
}

/** When each packet of a kind arrived at a viewer. */
async function watchArrivals(eventId: string, { onTestFinished }: TestContext): Promise<Record<Kind, number[]>> {
  const arrivals: Record<Kind, number[]> = { audio: [], video: [] };
  const viewer = await RoomViewer.joinEvent(eventId, { onRtp: (kind) => arrivals[kind].push(performance.now()) });
  onTestFinished(() => viewer.close());
  return arrivals;
}

function longestGapMs(arrivals: number[], fromMs: number, toMs: number): number {
  const between = [fromMs, ...arrivals.filter((ms) => ms > fromMs && ms < toMs), toMs];
  return Math.max(...between.slice(1).map((ms, index) => ms - (between[index] ?? ms)));
}

const faultLines = (text: string): number => text.split('\n').filter((line) => line.includes(': failed"')).length;
