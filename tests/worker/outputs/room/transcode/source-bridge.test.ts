import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { H264RtpPayload, RtpHeader, RtpPacket } from 'werift';
import { MediaClock } from '@/lib/media/media-clock';
import { MpegTsDemuxer } from '@/lib/media/mpegts/mpegts-demuxer';
import type { PesPacket } from '@/lib/media/mpegts/pes-assembler';
import { log } from '@/lib/platform/log';
import { FaultLog } from '@/server/worker/control/fault-log';
import { CameraVideo } from '@/server/worker/outputs/room/camera-video';
import { bridgeFormat } from '@/server/worker/outputs/room/transcode/layer-format';
import { VideoTrack } from '@/server/worker/program/video-track';
import { encode } from '../../../../support/camera/encode';
import { RoomDecoder, type SeenFrame } from '../../../../support/room/room-decoder';
import { until } from '../../../../support/until';
import { quietMonitor } from '../../../../support/worker/quiet-monitor';

const gopFrames = 60;
const frameTicks = 3_000;
/** Increase in brightness from frame to frame, of 256. */
const step = 2;
let packets: PesPacket[];

beforeAll(async () => {
  const bytes = await encode([
    ...['-f', 'lavfi', '-i', `color=black:size=320x180:rate=30,format=yuv420p,geq=lum='20+${step}*N':cb=128:cr=128`],
    ...['-frames:v', '90', '-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-qp', '10'],
    ...['-g', String(gopFrames), '-sc_threshold', '0'],
  ]);
  packets = [];
  const demuxer = new MpegTsDemuxer({
    onProgram: () => undefined,
    onPesPacket: (packet) => packets.push(packet),
  });
  demuxer.addBytes(bytes);
  demuxer.flush();
});

/** A camera, whose source layer one viewer decodes. */
function start() {
  const frames: SeenFrame[] = [];
  const decoder = new RoomDecoder({ onFrame: (frame) => frames.push(frame) });
  const sentTicks: number[] = [];
  /** Whether each sent keyframe came right after an announcement. */
  const keyframesAnnounced: boolean[] = [];
  let isAnnounced = false;
  const clock = new MediaClock();
  const video = new CameraVideo({
    clock,
    room: {
      announceKeyframe() {
        isAnnounced = true;
      },
      sendVideo(layer, payloads, ticks) {
        if (layer !== 'source') return;
        sentTicks.push(ticks);
        if (payloads.some((payload) => H264RtpPayload.deSerialize(payload).isKeyframe))
          keyframesAnnounced.push(isAnnounced);
        isAnnounced = false;
        for (const [index, payload] of payloads.entries()) {
          const header = new RtpHeader({ timestamp: ticks, marker: index === payloads.length - 1 });
          decoder.push('video', new RtpPacket(header, payload));
        }
      },
    },
    monitor: quietMonitor,
    maxPixels: 4096 ** 2,
    faults: new FaultLog(log),
    // The machine's places may be taken by other tests.
    bridgeSlots: { take: async () => bridgeFormat, release: () => undefined },
  });
  const track = new VideoTrack({
    codec: 'h264',
    clock,
    limits: { maxSidePixels: 4096, maxFps: 1_000, maxBitrateKbps: 60_000 },
    onUnit: (unit) => video.addUnit(unit),
    onExcess: () => undefined,
  });
  video.start(track);
  onTestFinished(() => decoder.close());
  onTestFinished(() => video.setWatched({ low: false, source: false }));
  const push = async (from: number, to: number) => {
    for (const packet of packets.slice(from, to)) {
      track.addPesPacket(packet);
      await sleep(33);
    }
  };
  /** Which frame of the camera it shows, by its brightness. */
  const indexOf = ({ brightness }: SeenFrame) => Math.round((brightness - 20) / step);
  return { video, frames, sentTicks, keyframesAnnounced, push, indexOf };
}

test.each([
  ['whose low layer is made', { low: true, source: false }],
  ['that nobody watched', { low: false, source: false }],
])('of a camera %s the source layer begins at once, and goes on with its keyframe', async (_, watchedBefore) => {
  const { video, frames, sentTicks, keyframesAnnounced, push, indexOf } = start();
  video.setWatched(watchedBefore);
  await push(0, 20);
  expect(frames).toEqual([]);
  video.setWatched({ low: watchedBefore.low, source: true });
  void video.requestKeyframe('source');
  await push(20, 90);
  await until('the last frame arrives', () => indexOf(frames.at(-1) as SeenFrame) === 89);
  const indexes = frames.map(indexOf);
  const [first = Number.NaN] = indexes;
  expect(first).toBeLessThan(gopFrames - 10);
  expect(indexes).toEqual(Array.from({ length: 90 - first }, (_, index) => first + index));
  const steps = new Set(sentTicks.slice(1).map((ticks, index) => ticks - (sentTicks[index] ?? 0)));
  expect([...steps]).toEqual([frameTicks]);
  // The worker's and the camera's.
  expect(keyframesAnnounced).toEqual([true, true]);
});
