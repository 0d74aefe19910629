import { expect, onTestFinished, test } from 'vitest';
import { ticksBetween } from '@/lib/core/timestamp33';
import { splitAnnexB } from '@/lib/media/codecs/annex-b';
import { nalType, nalTypeOf } from '@/lib/media/codecs/h264';
import { pictureFrame } from '@/lib/media/frame';
import { MpegTsDemuxer } from '@/lib/media/mpegts/mpegts-demuxer';
import type { PesPacket } from '@/lib/media/mpegts/pes-assembler';
import { drawSlate } from '@/lib/media/pictures/slate';
import { log } from '@/lib/platform/log';
import { FaultLog } from '@/server/worker/control/fault-log';
import { CleanProgram } from '@/server/worker/sources/program/clean-program';
import { CutList } from '@/server/worker/sources/program/cut-list';
import type { ProgramCamera } from '@/server/worker/sources/program/program-camera';
import { counterGaps } from '../support/camera/counter-gaps';
import { type MadePacketsOptions, makePackets } from '../support/program/made-packets';
import { ProgramViewer, type ShownFrame } from '../support/program/program-viewer';

const size = { width: 320, height: 180 };
const seconds = 8;
const stepMs = 10;

const stepsOf = (times: number[]): number[] =>
  times.slice(1).map((time, index) => ticksBetween(times[index] ?? time, time));

/** The coded picture of an access unit, without what is said about it. */
const slicesOf = (data: Buffer): string =>
  splitAnnexB(data)
    .filter((nal) => [nalType.slice, nalType.idr].includes(nalTypeOf(nal) as 1 | 5))
    .map((nal) => nal.toString('base64'))
    .join();

/** Keeps what a program sends. */
class CountingViewer extends ProgramViewer {
  readonly datagrams: Buffer[] = [];
  readonly units: PesPacket[] = [];
  readonly #demuxer = new MpegTsDemuxer({
    onProgram: () => undefined,
    onPesPacket: (unit) => this.units.push(unit),
  });

  override addDatagram(bytes: Buffer): void {
    this.datagrams.push(bytes);
    this.#demuxer.addBytes(bytes);
    super.addDatagram(bytes);
  }
}

type CameraOptions = Omit<MadePacketsOptions, 'fromMs' | 'seconds'> & { seconds?: number };

/** Runs a program by a clock of its own. @param cuts the camera of each, and when it comes, after the beginning */
async function run(options: CameraOptions[], cuts: { index: number; atMs: number }[]) {
  const fromMs = Date.now() - seconds * 1_000;
  const cameras = options.map((camera) => makePackets(Object.assign({ fromMs, seconds }, camera)));
  const byId = new Map(cameras.map(({ camera }) => [camera.streamId, camera as ProgramCamera]));
  const list = new CutList();
  const viewer = new CountingViewer();
  const slate = pictureFrame(drawSlate('Sunday', size), size);
  const program = new CleanProgram({
    cameras: { cuts: list, delayMs: 500, get: (id) => byId.get(id), keep: () => undefined },
    slate,
    size,
    feed: viewer,
    faults: new FaultLog(log),
    log,
  });
  onTestFinished(() => {
    program.close();
    slate.free();
    viewer.close();
  });
  viewer.connected();
  const waiting = cuts.map(({ index, atMs }) => ({ index, sinceMs: fromMs + atMs }));
  for (let ms = fromMs; ms < fromMs + seconds * 1_000 - 1_000; ms += stepMs) {
    // The tally comes half a second before the program is there.
    for (; waiting[0] && waiting[0].sinceMs <= ms + 500; waiting.shift()) {
      const { index, sinceMs } = waiting[0];
      list.follow({ streamIds: [cameras[index]?.camera.streamId ?? ''], sinceMs });
    }
    await program.advance(ms);
  }
  viewer.flush();
  return { fromMs, cameras, viewer };
}

/** The frames that follow each other and show one camera. */
function runsOf(frames: ShownFrame[], lumas: number[]): { index: number; frames: ShownFrame[] }[] {
  const runs: { index: number; frames: ShownFrame[] }[] = [];
  for (const frame of frames) {
    const index = frame.capturedMs === null ? -1 : lumas.findIndex((luma) => Math.abs(luma - frame.luma) < 20);
    const last = runs.at(-1);
    if (last?.index === index) last.frames.push(frame);
    else runs.push({ index, frames: [frame] });
  }
  return runs;
}

const options = [
  { size: { width: 160, height: 90 }, fps: 25, gopFrames: 50, bFrames: 0, luma: 60 },
  { size: { width: 320, height: 180 }, fps: 30, gopFrames: 30, bFrames: 0, luma: 110 },
  { size: { width: 240, height: 136 }, fps: 25, gopFrames: 250, bFrames: 2, luma: 160 },
  { size: { width: 320, height: 240 }, fps: 50, gopFrames: 25, bFrames: 3, luma: 210 },
];

test('40 cuts over four cameras of unlike size and rate show each frame of the camera on air once, at its time', async () => {
  // Each camera comes behind each other one.
  const order = [0, 1, 2, 3, 0, 2, 1, 3, 2, 0, 3, 1];
  const cuts = Array.from({ length: 40 }, (_, count) => ({
    index: order[count % order.length] ?? 0,
    atMs: 307 + count * 163,
  }));
  const { fromMs, cameras, viewer } = await run(options, cuts);
  const lumas = options.map(({ luma }) => luma);
  const [slate, ...runs] = runsOf(viewer.frames, lumas);
  expect(slate?.index).toBe(-1);
  expect(runs.map(({ index }) => index)).toEqual(cuts.map(({ index }) => index));
  for (const [at, { index, frames }] of runs.entries()) {
    const { fps = 0 } = options[index] ?? {};
    const sinceMs = fromMs + (cuts[at]?.atMs ?? 0);
    const nextMs = fromMs + (cuts[at + 1]?.atMs ?? Number.NaN);
    const sent = cameras[index]?.capturedMs.filter((ms) => ms >= sinceMs && ms < nextMs);
    // Each frame from the cut to the next one, once, with its own time.
    if (at < runs.length - 1) expect(frames.map(({ capturedMs }) => capturedMs)).toEqual(sent);
    for (const { programMs, capturedMs } of frames) expect(Math.abs(programMs - (capturedMs ?? 0))).toBeLessThan(2);
    expect((frames[0]?.programMs ?? 0) - sinceMs).toBeLessThanOrEqual(Math.ceil(1_000 / fps));
  }
  expect(viewer.frames.slice(1).every(({ atMs }, at) => atMs > (viewer.frames[at]?.atMs ?? 0))).toBe(true);
  const video = viewer.units.filter(({ pid }) => pid === 0x100);
  for (const step of stepsOf(video.map(({ dts }) => dts))) expect(step).toBeGreaterThanOrEqual(90);
  for (const { pts, dts } of video) expect(ticksBetween(dts, pts)).toBeGreaterThanOrEqual(0);
  // The sound goes on without a gap, whatever the cameras do.
  const sound = viewer.units.filter(({ pid }) => pid !== 0x100).map(({ pts }) => pts);
  expect(new Set(stepsOf(sound))).toEqual(new Set([1_920]));
  expect(counterGaps(viewer.datagrams)).toBe(0);
}, 60_000);

test('from its keyframe on, the packets of the camera on air are its own', async () => {
  const { cameras, viewer } = await run(options, [{ index: 1, atMs: 1_500 }]);
  const sent = viewer.units.filter(({ pid }) => pid === 0x100).map(({ data }) => slicesOf(data));
  // The camera has a keyframe each second, and the program's end is the seventh.
  const own = cameras[1]?.units.slice(2 * 30, 6 * 30).map(slicesOf) ?? [];
  expect(own).toHaveLength(4 * 30);
  expect(sent.join()).toContain(own.join());
}, 60_000);

test('a camera without packets is not shown, and one that has none any more leaves the event’s name', async () => {
  const short = options.map((camera, index) => (index === 0 ? Object.assign({ seconds: 3 }, camera) : camera));
  const { viewer } = await run(short, [
    { index: 0, atMs: 500 },
    { index: 1, atMs: 6_300 },
  ]);
  const runs = runsOf(
    viewer.frames,
    options.map(({ luma }) => luma),
  );
  expect(runs.map(({ index }) => index)).toEqual([-1, 0, -1, 1]);
}, 60_000);
