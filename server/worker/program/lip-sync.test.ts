import { expect, test } from 'vitest';
import { ticksPerMs } from '@/lib/core/timestamp33';
import { MpegTsDemuxer } from '@/lib/media/mpegts/mpegts-demuxer';
import { MpegTsMuxer } from '@/lib/media/mpegts/mpegts-muxer';
import { packetBytes } from '@/lib/media/mpegts/ts-packet';
import { LipSync } from './lip-sync';

const audioFrameMs = 20;
const videoFrameMs = 40;

/** A player's view of the camera, in milliseconds of its timestamps. */
interface Received {
  audioMs: number[];
  videoMs: number[];
  hasGaps: boolean;
  /** The camera's bytes are unchanged, and as many arrive. */
  areSentBytesWhole: boolean;
  /** Each clock reference, against the picture that comes with it. */
  clockLeadsMs: number[];
}

/** A camera of so many seconds whose lip sync is set while it sends. @param delays by the second from which each holds */
function send(seconds: number, delays: Record<number, number>): Received {
  let nowMs = 0;
  const lipSync = new LipSync(() => nowMs);
  const muxer = new MpegTsMuxer();
  muxer.setTracks({ video: 'h264', audio: 'aac' });
  const received: Received = { audioMs: [], videoMs: [], hasGaps: false, areSentBytesWhole: true, clockLeadsMs: [] };
  const audioPids = new Set<number>();
  const demuxer = new MpegTsDemuxer({
    onProgram: (streams) => {
      for (const { kind, pid } of streams) if (kind === 'audio') audioPids.add(pid);
    },
    onPesPacket: ({ pid, pts }) => received[audioPids.has(pid) ? 'audioMs' : 'videoMs'].push(pts / ticksPerMs),
  });
  lipSync.restart();
  for (; nowMs < seconds * 1_000; nowMs += audioFrameMs) {
    const delayMs = delays[nowMs / 1_000];
    if (delayMs !== undefined) lipSync.setDelay(delayMs);
    const pts = (5_000 + nowMs) * ticksPerMs;
    const isVideoDue = nowMs % videoFrameMs === 0;
    const sent = [
      ...(isVideoDue ? [muxer.accessUnit('video', Buffer.alloc(700, 1), pts, nowMs % 1_000 === 0)] : []),
      muxer.accessUnit('audio', Buffer.alloc(400, 0xff), pts, true),
    ];
    for (const bytes of sent) {
      const copy = Buffer.from(bytes);
      const rewritten = lipSync.rewrite(bytes, audioPids);
      received.areSentBytesWhole &&= bytes.equals(copy) && rewritten.length === bytes.length;
      demuxer.addBytes(rewritten);
      received.clockLeadsMs.push(...clocksOf(rewritten).map((clockMs) => 5_000 + nowMs - clockMs));
    }
  }
  demuxer.flush();
  received.hasGaps = demuxer.hasGaps;
  expect(received.areSentBytesWhole).toBe(true);
  return received;
}

/** The program clock references, in milliseconds. */
function clocksOf(bytes: Buffer): number[] {
  return Array.from({ length: bytes.length / packetBytes }, (_, index) => index * packetBytes).flatMap((offset) => {
    const packet = bytes.subarray(offset, offset + packetBytes);
    const hasField = (packet.readUInt8(3) & 0x20) !== 0 && packet.readUInt8(4) > 0;
    return hasField && (packet.readUInt8(5) & 0x10) !== 0 ? (packet.readUInt32BE(6) * 2) / ticksPerMs : [];
  });
}

const everyMs = (stepMs: number, fromMs: number, toMs: number): number[] =>
  Array.from({ length: (toMs - fromMs) / stepMs }, (_, index) => fromMs + index * stepMs);

test('packets stay the very same while nothing is to be moved', () => {
  const lipSync = new LipSync(() => 0);
  const muxer = new MpegTsMuxer();
  muxer.setTracks({ video: 'h264', audio: 'aac' });
  const bytes = muxer.accessUnit('audio', Buffer.alloc(400), 90_000, true);
  expect(lipSync.rewrite(bytes, new Set([0x101]))).toBe(bytes);
});

test('bytes that are no whole packets stay as they are', () => {
  const lipSync = new LipSync(() => 0);
  lipSync.setDelay(120);
  for (const bytes of [Buffer.alloc(100, 0x47), Buffer.alloc(packetBytes), Buffer.alloc(0)]) {
    expect(lipSync.rewrite(bytes, new Set([0x101]))).toBe(bytes);
  }
});

test('sound that is delayed while live is later by that from then on, and nothing else moves', () => {
  const { audioMs, videoMs, hasGaps, clockLeadsMs } = send(4, { 2: 120 });
  expect(audioMs).toEqual([...everyMs(audioFrameMs, 5_000, 7_000), ...everyMs(audioFrameMs, 7_120, 9_120)]);
  expect(videoMs).toEqual(everyMs(videoFrameMs, 5_000, 9_000));
  expect(hasGaps).toBe(false);
  expect(new Set(clockLeadsMs.map(Math.round)).size).toBe(1);
});

test('sound that becomes earlier never repeats, leaves no gap of packets, and the clock follows it slowly', () => {
  const { audioMs, videoMs, hasGaps, clockLeadsMs } = send(10, { 2: -120 });
  expect(audioMs).toEqual(everyMs(audioFrameMs, 5_000, 15_000 - 120));
  expect(videoMs).toEqual(everyMs(videoFrameMs, 5_000, 15_000));
  expect(hasGaps).toBe(false);
  const steps = clockLeadsMs.slice(1).map((leadMs, index) => leadMs - (clockLeadsMs[index] ?? 0));
  expect(Math.max(...steps)).toBeLessThanOrEqual(3);
  expect((clockLeadsMs.at(-1) ?? 0) - (clockLeadsMs[0] ?? 0)).toBeCloseTo(120, 0);
});

test('many changes in a row leave timestamps that grow', () => {
  const delays = Object.fromEntries(
    [500, 300, -200, 0, -500, 100, 0].map((delayMs, index) => [1 + index * 0.2, delayMs]),
  );
  const { audioMs, hasGaps } = send(6, delays);
  expect(audioMs).toEqual(audioMs.toSorted((one, other) => one - other));
  expect(new Set(audioMs).size).toBe(audioMs.length);
  expect(audioMs.at(-1)).toBe(11_000 - audioFrameMs);
  expect(hasGaps).toBe(false);
});

test('a camera that connects again begins with the chosen lip sync', () => {
  const lipSync = new LipSync(() => 0);
  const muxer = new MpegTsMuxer();
  muxer.setTracks({ video: 'h264', audio: 'aac' });
  lipSync.setDelay(-500);
  lipSync.restart();
  const keyframe = muxer.accessUnit('video', Buffer.alloc(700, 1), 900_000, true);
  const [before = 0] = clocksOf(keyframe);
  expect(clocksOf(lipSync.rewrite(keyframe, new Set()))[0]).toBeCloseTo(before - 500, 1);
});
