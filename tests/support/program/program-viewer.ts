import { AV_CODEC_ID_H264 } from 'node-av/constants';
import { Codec, CodecContext, FFmpegError } from 'node-av/lib';
import { barcodeAgeMs, barcodeBars } from '@/lib/core/barcode';
import { addTicks, ticksBetween, ticksPerMs } from '@/lib/core/timestamp33';
import { AudioDecoder } from '@/lib/media/codecs/audio-decoder';
import { newFrame, newPacket } from '@/lib/media/frame';
import { MediaClock } from '@/lib/media/media-clock';
import { samplesOf } from '@/lib/media/stereo';
import { log } from '@/lib/platform/log';
import { TsProgram } from '@/server/worker/program/ts-program';
import type { SourceFeed } from '@/server/worker/sources/source';
import { generousLimits } from './made-camera';

export interface ShownFrame {
  /** From the first frame's timestamp, in milliseconds. */
  atMs: number;
  /** The program's time of it, in milliseconds since 1970. */
  programMs: number;
  shownMs: number;
  /** When it was captured, by its barcode; null without one. */
  capturedMs: number | null;
  /** The brightness of its lower middle, 0 to 255. */
  luma: number;
  isKeyframe: boolean;
  width: number;
}

/** Reads what a program sends: each frame, and the loudness of each 20 ms of sound. */
export class ProgramViewer implements SourceFeed {
  readonly frames: ShownFrame[] = [];
  readonly sound: { atMs: number; loudness: number }[] = [];
  connections = 0;
  // A test may have a clock of its own, and be quicker than any camera.
  readonly #program = new TsProgram({
    clock: new MediaClock(),
    limits: Object.assign({}, generousLimits, { maxFps: Number.POSITIVE_INFINITY }),
    log,
  });
  readonly #decoder = openDecoder();
  readonly #packet = newPacket();
  readonly #frame = newFrame();
  #firstPts: number | null = null;
  #audioPts = 0;
  readonly #audio = new AudioDecoder('aac', {
    onFrame: (frame, ticks) =>
      this.sound.push({ atMs: ticks / ticksPerMs, loudness: samplesOf(frame)[480] ?? Number.NaN }),
    onDamaged: (error) => {
      throw error;
    },
  });

  constructor() {
    this.#program.subscribe('viewer', {
      packetArrived: (kind, { pts }) => {
        if (kind === 'audio') this.#audioPts = pts;
      },
      addAudioPacket: ({ data }) => {
        if (this.#firstPts !== null) this.#audio.addPesPacket(data, ticksBetween(this.#firstPts, this.#audioPts));
      },
      addVideoUnit: ({ data, pts, isKeyframe }) => {
        this.#firstPts ??= pts;
        this.#decode(data, ticksBetween(this.#firstPts, pts), isKeyframe);
      },
    });
  }

  connected(): void {
    this.connections++;
    this.#program.connected();
  }

  addDatagram(bytes: Buffer): void {
    this.#program.read(bytes);
  }

  lost(): void {
    throw new Error('A program is never lost');
  }

  close(): void {
    this.#decoder.freeContext();
    this.#audio.close();
    for (const part of [this.#packet, this.#frame]) part.free();
  }

  /** Shows the frames that the decoder holds back. */
  flush(): void {
    this.#decoder.sendPacketSync(null);
    this.#take(false);
  }

  #decode(data: Buffer, ticks: number, isKeyframe: boolean): void {
    this.#packet.data = data;
    this.#packet.pts = BigInt(ticks);
    FFmpegError.throwIfError(this.#decoder.sendPacketSync(this.#packet), 'decode the program');
    this.#packet.unref();
    this.#take(isKeyframe);
  }

  #take(isKeyframe: boolean): void {
    while (this.#decoder.receiveFrameSync(this.#frame) >= 0) {
      const { width, height, data: planes, linesize } = this.#frame;
      const [luma, stride] = [planes?.[0], linesize[0] ?? 0];
      if (!luma) continue;
      const row = luma.subarray(Math.floor(height / 32) * stride);
      const bars = Array.from(
        { length: barcodeBars },
        (_, bar) => (row[Math.floor(((bar + 0.5) * width) / barcodeBars)] ?? 0) > 125,
      );
      const shownMs = Date.now();
      const ticks = Number(this.#frame.pts);
      const pts = addTicks(this.#firstPts ?? 0, ticks);
      const ageMs = barcodeAgeMs(bars, shownMs);
      this.frames.push({
        atMs: ticks / ticksPerMs,
        programMs: shownMs + ticksBetween((shownMs * ticksPerMs) % 2 ** 33, pts) / ticksPerMs,
        shownMs,
        capturedMs: ageMs === null ? null : shownMs - ageMs,
        luma: luma[Math.floor(height * 0.75) * stride + Math.floor(width / 2)] ?? 0,
        isKeyframe,
        width,
      });
      this.#frame.unref();
    }
  }
}

function openDecoder(): CodecContext {
  const codec = Codec.findDecoder(AV_CODEC_ID_H264);
  const decoder = new CodecContext();
  decoder.allocContext3(codec);
  decoder.threadCount = 1;
  FFmpegError.throwIfError(decoder.open2Sync(codec, null), 'open a decoder');
  return decoder;
}
