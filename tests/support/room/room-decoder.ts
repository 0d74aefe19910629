import { AV_CHANNEL_LAYOUT_STEREO, AV_CODEC_ID_H264, AV_CODEC_ID_OPUS, AV_LOG_QUIET } from 'node-av/constants';
import { Codec, CodecContext, FFmpegError, Frame, Log, Packet } from 'node-av/lib';
import { H264RtpPayload, type RtpPacket } from 'werift';
import { barcodeAgeMs, barcodeBars } from '@/lib/core/barcode';
import type { Kind } from './room-viewer';

export interface SeenFrame {
  /** Arrival of its last packet, in milliseconds since 1970. */
  arrivedMs: number;
  rtpTimestamp: number;
  width: number;
  height: number;
  /** Its age at that time, by its barcode (lib/core/barcode.ts). Null without a readable one. */
  ageMs: number | null;
  /** The mean over the frame, 0 to 255. */
  brightness: number;
}

export interface DecodedAudio {
  rtpTimestamp: number;
  /** Left channel, 48 kHz, 20 ms. */
  samples: Float32Array;
}

export interface RoomDecoderHandlers {
  onFrame?(frame: SeenFrame): void;
  onAudio?(audio: DecodedAudio): void;
}

/** Decodes the RTP packets of one camera that a {@link RoomViewer} receives. */
export class RoomDecoder {
  #handlers: RoomDecoderHandlers;
  #videoDecoder = openDecoder(AV_CODEC_ID_H264);
  #audioDecoder = openDecoder(AV_CODEC_ID_OPUS);
  #packet = new Packet();
  #frame = new Frame();
  #nals: Buffer[] = [];
  #fragment: Buffer | undefined;

  constructor(handlers: RoomDecoderHandlers) {
    this.#handlers = handlers;
    // FFmpeg logs each damaged frame.
    Log.setLevel(AV_LOG_QUIET);
    this.#packet.alloc();
    this.#frame.alloc();
  }

  push(kind: Kind, packet: RtpPacket): void {
    if (packet.payload.length === 0) return; // LiveKit fills pauses with empty packets
    if (kind === 'video') this.#pushVideo(packet);
    else this.#decode(this.#audioDecoder, packet.payload, () => this.#emitAudio(packet.header.timestamp));
  }

  close(): void {
    this.#videoDecoder.freeContext();
    this.#audioDecoder.freeContext();
    this.#packet.free();
    this.#frame.free();
  }

  #pushVideo({ header, payload }: RtpPacket): void {
    const { payload: nal, fragment } = H264RtpPayload.deSerialize(payload, this.#fragment);
    this.#fragment = fragment;
    if (nal.length > 0) this.#nals.push(nal);
    if (!header.marker) return;
    const arrivedMs = Date.now();
    const accessUnit = Buffer.concat(this.#nals);
    this.#nals = [];
    this.#fragment = undefined;
    this.#decode(this.#videoDecoder, accessUnit, () => this.#emitFrame(header.timestamp, arrivedMs));
  }

  #decode(decoder: CodecContext, data: Buffer, onFrame: () => void): void {
    this.#packet.data = data;
    // Damaged access units, and those before the first keyframe, give no frame.
    if (decoder.sendPacketSync(this.#packet) >= 0) {
      while (decoder.receiveFrameSync(this.#frame) >= 0) {
        onFrame();
        this.#frame.unref();
      }
    }
    this.#packet.unref();
  }

  #emitFrame(rtpTimestamp: number, arrivedMs: number): void {
    const { width, height, data, linesize } = this.#frame;
    const luma = data?.[0];
    const stride = linesize[0];
    if (!luma || !stride || !this.#handlers.onFrame) return;
    const ageMs = readAgeMs(luma.subarray(Math.floor(height / 32) * stride), width, arrivedMs);
    let sum = 0;
    for (let index = 0; index < width * 16; index++)
      sum += luma[Math.floor((index % 16) * (height / 16)) * stride + (index >> 4)] ?? 0;
    this.#handlers.onFrame({ arrivedMs, rtpTimestamp, width, height, ageMs, brightness: sum / (width * 16) });
  }

  #emitAudio(rtpTimestamp: number): void {
    const plane = this.#frame.data?.[0];
    if (!plane) return;
    const step = plane.length / 4 / this.#frame.nbSamples;
    const floats = new Float32Array(plane.buffer, plane.byteOffset, plane.length / 4);
    const samples = Float32Array.from({ length: this.#frame.nbSamples }, (_, index) => floats[index * step] ?? 0);
    this.#handlers.onAudio?.({ rtpTimestamp, samples });
  }
}

/** @param row of luma. @returns how long ago its barcode says that it was captured; null without a readable one */
export function readAgeMs(row: Buffer, width: number, nowMs: number): number | null {
  const bars = Array.from(
    { length: barcodeBars },
    (_, bar) => (row[Math.floor(((bar + 0.5) * width) / barcodeBars)] ?? 0) > 125,
  );
  return barcodeAgeMs(bars, nowMs);
}

function openDecoder(id: typeof AV_CODEC_ID_H264 | typeof AV_CODEC_ID_OPUS): CodecContext {
  const codec = Codec.findDecoder(id);
  const decoder = new CodecContext();
  decoder.allocContext3(codec);
  decoder.threadCount = 1;
  if (id === AV_CODEC_ID_OPUS) {
    decoder.sampleRate = 48_000;
    decoder.channelLayout = AV_CHANNEL_LAYOUT_STEREO;
  }
  FFmpegError.throwIfError(decoder.open2Sync(codec, null), 'open a decoder');
  return decoder;
}
