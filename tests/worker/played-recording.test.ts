import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { newId } from '@/lib/core/id';
import { ticksBetween, ticksPerMs } from '@/lib/core/timestamp33';
import { MpegTsDemuxer } from '@/lib/media/mpegts/mpegts-demuxer';
import type { PesPacket } from '@/lib/media/mpegts/pes-assembler';
import { log } from '@/lib/platform/log';
import { recordingsFolder } from '@/lib/platform/storage/recording-store';
import { FileSource } from '@/server/worker/sources/file/file-source';
import { counterGaps } from '../support/camera/counter-gaps';
import { makeRecording, readBarcodes } from '../support/recordings/make-recording';
import { until } from '../support/until';

const recordingId = newId();
const startMs = 3_600_000;
const fps = 30;
const videoPid = 0x100;

beforeAll(async () => {
  await makeRecording({ recordingId, startMs, seconds: 1, fps, gopSeconds: 0.5, bFrames: 2 });
}, 60_000);

/** Plays the recording until the end of the test, and keeps what its feed is given. */
function play(range: { from_seconds?: number; to_seconds?: number; loops: boolean }, id = recordingId) {
  const stop = new AbortController();
  const file = { recording_id: id, from_seconds: null, to_seconds: null, ...range };
  const folder = path.join(recordingsFolder(), id);
  const source = new FileSource({ kind: 'file', folder, file }, { log, reportNow: () => undefined });
  const feed = { connects: 0, losses: 0, datagrams: [] as Buffer[], beganMs: 0 };
  const units: PesPacket[] = [];
  const demuxer = new MpegTsDemuxer({ onProgram: () => undefined, onPesPacket: (unit) => units.push(unit) });
  const ended = source.run(
    {
      connected() {
        feed.connects++;
        feed.beganMs = performance.now();
      },
      lost: () => feed.losses++,
      addDatagram(bytes) {
        feed.datagrams.push(Buffer.from(bytes));
        demuxer.addBytes(bytes);
      },
    },
    stop.signal,
  );
  const end = () => {
    stop.abort();
    return ended;
  };
  onTestFinished(end);
  const video = () => units.filter(({ pid }) => pid === videoPid);
  return { source, feed, end, video, audio: () => units.filter(({ pid }) => pid !== videoPid) };
}

/** The times in the barcodes of decoded frames, since the beginning of the recording, in the order of display. */
async function decode(datagrams: Buffer[]): Promise<number[]> {
  const file = path.join(recordingsFolder(), `${newId()}.ts`);
  await writeFile(file, Buffer.concat(datagrams));
  onTestFinished(() => rm(file));
  return (await readBarcodes(file)).map((ms) => ms - startMs);
}

const frameMs = (frame: number): number => Math.round((frame * 1_000) / fps);
const stepsOf = (ticks: number[]): number[] =>
  ticks.slice(1).map((time, index) => ticksBetween(ticks[index] ?? time, time));

test('a recording plays in a loop, in real time, as one stream without a seam', async () => {
  const { feed, video, audio, end } = play({ loops: true });
  await until('the loop has begun twice', () => video().length > 2.3 * fps, { timeoutMs: 30_000 });
  const elapsedMs = performance.now() - feed.beganMs;
  await end();
  expect(feed).toMatchObject({ connects: 1, losses: 0 });
  // The last frames of a file that ends anywhere wait for others, which are shown before them.
  const shown = (await decode(feed.datagrams)).slice(0, 2 * fps);
  expect(shown).toEqual(Array.from({ length: 2 * fps }, (_, frame) => frameMs(frame % fps)));
  const decodeTimes = video().map(({ dts }) => dts);
  for (const step of stepsOf(decodeTimes)) expect(step).toBeCloseTo(90_000 / fps, -1);
  expect(ticksBetween(decodeTimes[0] ?? 0, decodeTimes.at(-1) ?? 0) / ticksPerMs).toBeLessThan(elapsedMs + 100);
  const soundTimes = audio().map(({ pts }) => pts);
  const ownSteps = stepsOf(soundTimes.slice(0, 5));
  for (const step of stepsOf(soundTimes)) {
    expect(step).toBeGreaterThan(0);
    expect(step).toBeLessThanOrEqual(2 * Math.max(...ownSteps));
  }
  expect([...video(), ...audio()].filter(({ isCorrupt, followsGap }) => isCorrupt || followsGap)).toEqual([]);
  expect(counterGaps(feed.datagrams)).toBe(0);
}, 60_000);

test('a range plays once, from a keyframe to the next, and its end is named', async () => {
  const { source, feed } = play({ from_seconds: 0.6, to_seconds: 0.9, loops: false });
  await until('it has ended', () => source.fileFault === 'ended', { timeoutMs: 30_000 });
  expect(feed).toMatchObject({ connects: 1, losses: 1 });
  expect(await decode(feed.datagrams)).toEqual(Array.from({ length: fps / 2 }, (_, frame) => frameMs(fps / 2 + frame)));
}, 60_000);

test('a recording that is not there, or goes while it plays, is named', async () => {
  const { source: missing, feed: empty } = play({ loops: true }, newId());
  await until('it is missed', () => missing.fileFault === 'gone', { timeoutMs: 30_000 });
  expect(empty).toMatchObject({ connects: 0, losses: 0 });
  const { source, feed } = play({ loops: true });
  await until('it plays', () => feed.datagrams.length > 0, { timeoutMs: 30_000 });
  expect(source.fileFault).toBeUndefined();
  await rm(path.join(recordingsFolder(), recordingId), { recursive: true });
  await until('it is missed', () => source.fileFault === 'gone', { timeoutMs: 30_000 });
  expect(feed).toMatchObject({ connects: 1, losses: 1 });
}, 60_000);
