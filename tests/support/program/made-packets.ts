import { AV_PIX_FMT_YUV420P, FF_ENCODER_LIBX264 } from 'node-av/constants';
import { FFmpegError, Rational } from 'node-av/lib';
import type { ProgramTask } from '@/lib/contracts/worker-protocol';
import { newId } from '@/lib/core/id';
import { ticksPerMs } from '@/lib/core/timestamp33';
import { makeVideoEncoder } from '@/lib/media/codecs/video-encoder';
import { newPacket, pictureFrame, type Size } from '@/lib/media/frame';
import { MpegTsMuxer } from '@/lib/media/mpegts/mpegts-muxer';
import { packetBytes } from '@/lib/media/mpegts/ts-packet';
import { log } from '@/lib/platform/log';
import { FaultLog } from '@/server/worker/control/fault-log';
import { CameraUnits } from '@/server/worker/sources/program/camera-units';
import type { HeldGop } from '@/server/worker/sources/program/held-packets';
import type { ProgramCamera } from '@/server/worker/sources/program/program-camera';
import { drawBarcode, generousLimits } from './made-camera';

export interface MadePacketsOptions {
  size: Size;
  fps: number;
  /** The first frame's capture, in milliseconds since 1970. */
  fromMs: number;
  seconds: number;
  gopFrames: number;
  bFrames: number;
  /** The brightness below the barcode, 0 to 255. */
  luma: number;
}

/** A camera whose packets are all there at once, so that a test needs no time of its own. */
export interface MadePackets {
  camera: Pick<ProgramCamera, 'streamId' | 'extraMs' | 'openUnits' | 'closeUnits' | 'release'>;
  /** When its frames were captured, in milliseconds since 1970. */
  capturedMs: number[];
  /** Its access units, in the order in which they are decoded. */
  units: Buffer[];
}

/** Makes a camera's packets. Its clock has nothing to do with the time of day. */
export function makePackets(options: MadePacketsOptions): MadePackets {
  const { fps, fromMs, seconds } = options;
  const { gops, units } = encode(options);
  const streamId: ProgramTask['cameras'][number]['streamId'] = newId();
  return {
    capturedMs: Array.from({ length: fps * seconds }, (_, index) => fromMs + Math.round((index * 1_000) / fps)),
    units,
    camera: {
      streamId,
      extraMs: 0,
      openUnits: (ms) => {
        const opened = new CameraUnits({
          limits: generousLimits,
          choice: { program: null, audioTrack: null },
          faults: new FaultLog(log),
          log,
        });
        opened.begin(
          gops.slice(
            Math.max(
              0,
              gops.findLastIndex(({ reading }) => reading.capturedMs <= ms),
            ),
          ),
        );
        return opened;
      },
      closeUnits: (opened) => opened.close(),
      release: () => undefined,
    },
  };
}

function encode({ size, fps, fromMs, seconds, gopFrames, bFrames, luma }: MadePacketsOptions) {
  const planes = Buffer.alloc((size.width * size.height * 3) / 2, 128).fill(luma, 0, size.width * size.height);
  const first = pictureFrame(planes, size);
  const { codec, encoder } = makeVideoEncoder(FF_ENCODER_LIBX264, first, {
    pixelFormat: AV_PIX_FMT_YUV420P,
    framerate: new Rational(fps, 1),
    keyframeIntervalFrames: gopFrames,
  });
  first.free();
  encoder.maxBFrames = bFrames;
  encoder.threadCount = 1;
  const settings = { preset: 'ultrafast', 'x264-params': 'scenecut=0:b-adapt=0:rc-lookahead=0:sync-lookahead=0' };
  for (const [name, value] of Object.entries(settings)) encoder.setOption(name, value);
  FFmpegError.throwIfError(encoder.open2Sync(codec, null), 'open an encoder');
  const muxer = new MpegTsMuxer();
  muxer.setTracks({ video: 'h264', audio: null });
  const packet = newPacket();
  const gops: HeldGop[] = [];
  const units: Buffer[] = [];
  const take = () => {
    while (encoder.receivePacketSync(packet) >= 0) {
      const [pts, dts] = [Number(packet.pts), Number(packet.dts)].map((ticks) => ticks + startTicks) as [
        number,
        number,
      ];
      const unit = Buffer.from(packet.data ?? []);
      units.push(unit);
      const message = muxer.accessUnit('video', unit, pts, packet.isKeyframe, dts);
      const capturedMs = fromMs + (pts - startTicks) / ticksPerMs;
      if (packet.isKeyframe)
        gops.push({ reading: { pts, capturedMs }, tables: message.subarray(0, tablesBytes), messages: [], bytes: 0 });
      gops.at(-1)?.messages.push(packet.isKeyframe ? message.subarray(tablesBytes) : message);
      packet.unref();
    }
  };
  for (let index = 0; index < fps * seconds; index++) {
    const ms = Math.round((index * 1_000) / fps);
    drawBarcode(planes, size, fromMs + ms);
    const frame = pictureFrame(planes, size);
    frame.pts = BigInt(ms * ticksPerMs);
    encoder.sendFrameSync(frame);
    frame.free();
    take();
  }
  encoder.sendFrameSync(null);
  take();
  encoder.freeContext();
  packet.free();
  return { gops, units };
}

const startTicks = 10_000_000;
/** The program's list and map. */
const tablesBytes = 2 * packetBytes;
