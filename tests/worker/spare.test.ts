import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { newId } from '@/lib/core/id';
import { ticksBetween } from '@/lib/core/timestamp33';
import { MediaClock } from '@/lib/media/media-clock';
import { MpegTsDemuxer } from '@/lib/media/mpegts/mpegts-demuxer';
import type { PesPacket } from '@/lib/media/mpegts/pes-assembler';
import { log } from '@/lib/platform/log';
import { recordingsFolder } from '@/lib/platform/storage/recording-store';
import { FaultLog } from '@/server/worker/control/fault-log';
import { Feed } from '@/server/worker/feed/feed';
import { FeedRelay } from '@/server/worker/outputs/relay/feed-relay';
import { TsProgram } from '@/server/worker/program/ts-program';
import { FileSource } from '@/server/worker/sources/file/file-source';
import type { SourceFeed } from '@/server/worker/sources/source';
import { SpareRule } from '@/server/worker/sources/spare/spare-rule';
import { SpareSwitch } from '@/server/worker/sources/spare/spare-switch';
import { counterGaps } from '../support/camera/counter-gaps';
import { generousLimits } from '../support/program/made-camera';
import { makeRecording } from '../support/recordings/make-recording';
import { until } from '../support/until';

const recordings = { camera: newId(), spare: newId() };
const afterMs = 100;
const backMs = 100;
const noChoice = { program: null, audioTrack: null };
const patience = { timeoutMs: 60_000 };
const rounds = 10;

beforeAll(async () => {
  const usual = { startMs: 3_600_000, seconds: 2, gopSeconds: 0.2, bFrames: 2 };
  await makeRecording({ ...usual, recordingId: recordings.camera, fps: 25 });
  await makeRecording({ ...usual, recordingId: recordings.spare, fps: 30, audioTracks: 2 });
}, 60_000);

/** Plays a recording over and over, as a camera sends it, until the end of the test. */
function play(recordingId: string, feed: SourceFeed): () => Promise<void> {
  const stop = new AbortController();
  const file = { recording_id: recordingId, from_seconds: null, to_seconds: null, loops: true };
  const folder = path.join(recordingsFolder(), recordingId);
  const source = new FileSource({ kind: 'file', folder, file }, { log, reportNow: () => undefined });
  const ended = source.run(feed, stop.signal);
  const end = () => {
    stop.abort();
    return ended;
  };
  onTestFinished(end);
  return end;
}

function newFeed(): Feed {
  const parser = new TsProgram({ clock: new MediaClock(), limits: generousLimits, log });
  return new Feed({ parser, maxBitrateKbps: generousLimits.maxBitrateKbps, log, onExcessChange: () => undefined });
}

/** A camera with its own worker's relay. @returns the task of the worker whose spare it is, and what ends it */
async function startSpare() {
  const feed = newFeed();
  const relay = new FeedRelay(feed);
  await relay.start();
  const server = createServer((_, response) => relay.answer(response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const end = play(recordings.spare, feed);
  onTestFinished(async () => {
    await relay.stop();
    server.close();
    server.closeAllConnections();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed`;
  return { task: { feed: { streamId: newId(), url, token: 'a token', ...noChoice }, afterMs }, end };
}

/** A camera that can be unplugged, in front of a feed that keeps what it hands out. */
function startCamera() {
  const feed = newFeed();
  const rule = new SpareRule(undefined, backMs);
  const spare = new SpareSwitch({ feed, faults: new FaultLog(log), log, onChange: () => undefined, rule });
  onTestFinished(() => spare.close());
  const seen = { connects: 0, losses: 0, datagrams: [] as Buffer[], switches: 0 };
  const units: PesPacket[] = [];
  const demuxer = new MpegTsDemuxer({ onProgram: () => undefined, onPesPacket: (unit) => units.push(unit) });
  feed.subscribe(
    'test',
    {
      connected: () => void seen.connects++,
      lost: () => void seen.losses++,
      missed: () => undefined,
      message: ({ bytes, randomAccess }) => {
        if (randomAccess?.isSwitch) seen.switches++;
        seen.datagrams.push(bytes);
        demuxer.addBytes(bytes);
      },
    },
    { policy: 'newest', maxQueuedBytes: 0 },
  );
  const camera = { isPlugged: true, sent: [] as Buffer[] };
  play(recordings.camera, {
    connected: () => spare.connected(),
    lost: () => undefined,
    addDatagram(bytes) {
      if (!camera.isPlugged) return;
      camera.sent.push(bytes);
      spare.addDatagram(bytes);
    },
  });
  const video = () => units.filter(({ pid }) => pid === 0x100);
  return { spare, camera, seen, video, units };
}

const stepsOf = (times: number[]): number[] =>
  times.slice(1).map((time, index) => ticksBetween(times[index] ?? time, time));

test('a spare takes the place of its camera and gives it back, ten times, as one stream', async () => {
  const { task } = await startSpare();
  const { spare, camera, seen, video, units } = startCamera();
  spare.follow(task, noChoice);
  await until('the camera is there', () => video().length > 10, patience);
  for (let round = 1; round <= rounds; round++) {
    camera.isPlugged = false;
    // Each second time its connection ends, too.
    if (round % 2 === 0) spare.lost();
    await until(`the spare is shown in round ${round}`, () => spare.isShown, patience);
    const before = video().length;
    await until(`its frames come in round ${round}`, () => video().length > before, patience);
    camera.isPlugged = true;
    if (round % 2 === 0) spare.connected();
    await until(`the camera is shown in round ${round}`, () => !spare.isShown, patience);
    const back = video().length;
    await until(`its frames come in round ${round}`, () => video().length > back, patience);
  }
  expect(seen).toMatchObject({ connects: 1, losses: 0 });
  // A busy machine may hold the camera back for longer than its spare waits.
  expect(seen.switches).toBeGreaterThanOrEqual(2 * rounds);
  expect(counterGaps(seen.datagrams)).toBe(0);
  expect(units.filter(({ followsGap }) => followsGap)).toEqual([]);
  for (const step of stepsOf(video().map(({ dts }) => dts))) expect(step).toBeGreaterThanOrEqual(90);
  for (const step of stepsOf(units.filter(({ pid }) => pid !== 0x100).map(({ pts }) => pts))) {
    expect(step).toBeGreaterThan(0);
  }
  for (const { length } of seen.datagrams) expect(length).toBeLessThanOrEqual(7 * 188);
}, 60_000);

test('without a spare, and beside one that is not needed, each byte passes as it came', async () => {
  const { task } = await startSpare();
  const { spare, camera, seen, video } = startCamera();
  await until('the camera is there', () => video().length > 10, patience);
  expect(spare.report).toBeUndefined();
  spare.follow(task, noChoice);
  const before = video().length;
  await until('it goes on', () => video().length > before + 10, patience);
  expect(spare.report).toMatchObject({ shownSeconds: null, returns: 'by_itself' });
  expect(Buffer.concat(seen.datagrams).equals(Buffer.concat(camera.sent))).toBe(true);
}, 60_000);

test('the camera is lost once its spare is gone, too, and a spare that is taken away leaves no picture', async () => {
  const { task, end } = await startSpare();
  const { spare, camera, seen, video } = startCamera();
  spare.follow(task, noChoice);
  await until('the camera is there', () => video().length > 10, patience);
  camera.isPlugged = false;
  spare.lost();
  await until('the spare is shown', () => spare.isShown, patience);
  expect(spare.report?.shownSeconds).toBeGreaterThanOrEqual(0);
  await end();
  spare.follow(null, noChoice);
  expect(spare.isShown).toBe(false);
  expect(seen).toMatchObject({ connects: 1, losses: 1 });
  camera.isPlugged = true;
  spare.connected();
  const before = video().length;
  await until('the camera is shown', () => video().length > before, patience);
  expect(seen).toMatchObject({ connects: 2, losses: 1 });
}, 60_000);

test('somebody takes the spare of a camera that sends, and gives the place back, five times, as one stream', async () => {
  const { task } = await startSpare();
  const { spare, camera, seen, video, units } = startCamera();
  let atMs = 0;
  const ask = (shows: 'spare' | 'camera') =>
    spare.follow({ ...task, afterMs: 10_000, returns: 'by_hand', asked: { shows, atMs: ++atMs } }, noChoice);
  // An order from before the worker's start is over.
  ask('spare');
  await until('the camera is there', () => video().length > 10, patience);
  await until('the spare is there', () => spare.report?.missingSeconds === null, patience);
  expect(spare.report).toEqual({ shownSeconds: null, missingSeconds: null, returns: 'by_hand' });
  for (let round = 1; round <= 5; round++) {
    ask('spare');
    await until(`the spare is shown in round ${round}`, () => spare.isShown, patience);
    const before = video().length;
    // The camera has been well for longer than it takes to return by itself.
    await until(`its frames come in round ${round}`, () => video().length > before + 20, patience);
    const doesCameraWait = () => {
      // A busy machine may hold the spare back for so long that the camera returns.
      if (!spare.isShown) ask('spare');
      return spare.report?.returns === 'waits';
    };
    await until(`the camera waits in round ${round}`, doesCameraWait, patience);
    ask('camera');
    await until(`the camera is shown in round ${round}`, () => !spare.isShown, patience);
    const back = video().length;
    await until(`its frames come in round ${round}`, () => video().length > back, patience);
  }
  expect(camera.isPlugged).toBe(true);
  expect(seen).toMatchObject({ connects: 1, losses: 0 });
  expect(seen.switches).toBeGreaterThanOrEqual(10);
  expect(counterGaps(seen.datagrams)).toBe(0);
  expect(units.filter(({ followsGap, isCorrupt }) => followsGap || isCorrupt)).toEqual([]);
  for (const step of stepsOf(video().map(({ dts }) => dts))) expect(step).toBeGreaterThanOrEqual(90);
}, 60_000);
