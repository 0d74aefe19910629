import { AV_LOG_QUIET } from 'node-av/constants';
import { Log } from 'node-av/lib';
import { beforeAll, describe, expect, test } from 'vitest';
import { H264Reader } from '@/lib/media/codecs/h264-reader';
import { ParameterLimits } from '@/lib/media/codecs/parameter-limits';
import { MediaClock } from '@/lib/media/media-clock';
import { MpegTsDemuxer } from '@/lib/media/mpegts/mpegts-demuxer';
import type { PesPacket } from '@/lib/media/mpegts/pes-assembler';
import { log } from '@/lib/platform/log';
import { FaultLog } from '@/server/worker/control/fault-log';
import { AudioWatch } from '@/server/worker/monitor/audio/audio-watch';
import { CameraAudio } from '@/server/worker/outputs/room/camera-audio';
import { CameraVideo } from '@/server/worker/outputs/room/camera-video';
import { bridgeFormat, type Layer } from '@/server/worker/outputs/room/transcode/layer-format';
import { TsProgram } from '@/server/worker/program/ts-program';
import { VideoTrack } from '@/server/worker/program/video-track';
import { encode, liveH264, testFrames, testTone } from '../support/camera/encode';
import { until } from '../support/until';
import { quietMonitor } from '../support/worker/quiet-monitor';

/*
 * Lasting failures of one kind of media. No codec of FFmpeg fails on demand, so the room at the end of the chain throws.
 */

const widest = { maxSidePixels: 4096, maxFps: 1_000, maxBitrateKbps: 60_000 };

beforeAll(() => Log.setLevel(AV_LOG_QUIET));

async function demux(args: string[]): Promise<PesPacket[]> {
  const packets: PesPacket[] = [];
  const demuxer = new MpegTsDemuxer({ onProgram: () => undefined, onPesPacket: (packet) => packets.push(packet) });
  demuxer.addBytes(await encode(args));
  demuxer.flush();
  return packets;
}

/** Counts what is tried; throws until it is mended. */
class BrokenRoom {
  readonly isHeard = true;
  isMended = false;
  tries = 0;
  arrived = 0;

  sendAudio(): void {
    this.#send();
  }

  sendVideo(layer: Layer): void {
    // The source layer is passthrough here.
    if (layer === 'low') this.#send();
  }

  announceKeyframe(): void {}

  #send(): void {
    this.tries++;
    if (!this.isMended) throw new Error('no way out');
    this.arrived++;
  }
}

test('a stream names its muxer, and its first frame the encoder', async () => {
  const names: (string | null | undefined)[] = [];
  const demuxer = new MpegTsDemuxer({
    onProgram: () => undefined,
    onPesPacket: ({ data }) => names.push(...new H264Reader(limits).read(data).map(({ encoderName }) => encoderName)),
  });
  const limits = new ParameterLimits('h264', 4_096);
  expect(demuxer.provider).toBeNull();
  demuxer.addBytes(await encode([...testFrames('320x180'), ...liveH264, '-t', '1']));
  demuxer.flush();
  expect(demuxer.provider).toBe('FFmpeg');
  expect(names[0]).toMatch(/^x264 core \d+$/);
  expect(names.slice(1).filter((name) => name !== null)).toEqual([]);
});

test('a camera keeps its encoder’s name when it connects again, and loses it with the codec', async () => {
  const program = new TsProgram({ clock: new MediaClock(), limits: widest, log });
  const connect = async (args: string[]) => {
    program.connected();
    program.read(await encode([...args, '-t', '1']));
    program.lost();
    return program.encoder;
  };
  const h264 = [...testFrames('320x180'), ...liveH264];
  const named = await connect(h264);
  expect(named).toMatch(/^x264 core \d+, FFmpeg$/);
  // An encoder names itself in its first frame alone, so an encoder that was connected all along says nothing.
  expect(await connect([...h264, '-bsf:v', 'filter_units=remove_types=6'])).toBe(named);
  expect(await connect([...testTone(), '-c:a', 'aac'])).toBe('FFmpeg');
});

describe('a way that fails is not tried again and again, and starts again by itself', () => {
  test('audio', async () => {
    const packets = await demux([...testTone(), '-c:a', 'aac', '-pes_payload_size', '0', '-t', '4']);
    const room = new BrokenRoom();
    const clock = new MediaClock();
    const faults = new FaultLog(log);
    const audio = new AudioWatch(faults);
    const toRoom = new CameraAudio({ room, faults });
    audio.subscribe('room', (frame, ticks) => toRoom.addFrame(frame, ticks));
    const push = ({ data, pts }: PesPacket) => audio.addPacket({ data, ticks: clock.ticks(pts) });
    audio.start('aac');
    for (const packet of packets.slice(0, 100)) push(packet);
    // Without a pause it would be each of them.
    expect(room.tries).toBeGreaterThan(0);
    expect(room.tries).toBeLessThan(10);
    expect(audio.source).toEqual({ sampleRateHz: 48_000, channels: 1 });

    room.isMended = true;
    const rest = packets.slice(100);
    await until(
      'audio arrives in the room',
      () => {
        const next = rest.shift();
        if (next) push(next);
        return room.arrived > 10;
      },
      { timeoutMs: 5_000 },
    );
    audio.stop();
    toRoom.stop();
  });

  test('the low layer, while the source layer goes on', async () => {
    const packets = await demux([...testFrames(), ...liveH264, '-pix_fmt', 'yuv420p', '-t', '8']);
    const room = new BrokenRoom();
    let keyframes = 0;
    const clock = new MediaClock();
    const video = new CameraVideo({
      clock,
      room,
      monitor: quietMonitor,
      maxPixels: 4096 ** 2,
      faults: new FaultLog(log),
      bridgeSlots: { take: async () => bridgeFormat, release: () => undefined },
    });
    const track = new VideoTrack({
      codec: 'h264',
      clock,
      limits: widest,
      onUnit: (unit) => {
        video.addUnit(unit);
        if (unit.isKeyframe && video.size) keyframes++;
      },
      onExcess: () => expect.fail('nothing is beyond the limits'),
    });
    video.start(track);
    video.setWatched({ low: true, source: true });
    const send = async (packet: PesPacket) => {
      track.addPesPacket(packet);
      // As a camera sends them, only faster.
      await new Promise((resolve) => setTimeout(resolve, 5));
    };
    for (const packet of packets.slice(0, 60)) await send(packet);
    expect(room.tries).toBeGreaterThan(0);
    expect(room.tries).toBeLessThan(15);
    expect(keyframes).toBe(2);

    room.isMended = true;
    for (const packet of packets.slice(60)) await send(packet);
    await until('the low layer arrives in the room', () => room.arrived > 10, { timeoutMs: 5_000 });
    expect(keyframes).toBe(8);
    video.setWatched({ low: false, source: false });
  });
});
