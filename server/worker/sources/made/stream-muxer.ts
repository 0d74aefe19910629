import { AV_CHANNEL_LAYOUT_STEREO, AV_SAMPLE_FMT_FLTP } from 'node-av/constants';
import { Frame } from 'node-av/lib';
import { addTicks, ticksPerMs } from '@/lib/core/timestamp33';
import { adtsFrame } from '@/lib/media/codecs/adts';
import { joinAnnexB } from '@/lib/media/codecs/annex-b';
import { AudioEncoder } from '@/lib/media/codecs/audio-encoder';
import { nalType, nalTypeOf } from '@/lib/media/codecs/h264';
import { precisionTimeStampNal, readEncoderTime, readSeiMessages } from '@/lib/media/codecs/sei';
import { tickBase } from '@/lib/media/frame';
import { MpegTsMuxer } from '@/lib/media/mpegts/mpegts-muxer';
import { packetBytes } from '@/lib/media/mpegts/ts-packet';
import { audioRateHz } from '@/lib/media/stereo';
import type { SourceFeed } from '../source';

/** Samples of one AAC frame, and its duration. */
export const soundSamples = 1_024;
export const soundMs = (soundSamples / audioRateHz) * 1_000;
const aacLowComplexity = { profile: 1, rateIndex: 3, channels: 2 };
/** As encoders send by SRT. */
const datagramBytes = 7 * packetBytes;
const delimiter = Buffer.from([nalType.accessUnitDelimiter, 0xf0]);
const wrapTicks = 2 ** 33;

/** An access unit of H.264, with its times in ticks of 90 kHz since any moment. */
export interface SentUnit {
  nals: Buffer[];
  pts: number;
  dts: number;
  isKeyframe: boolean;
  /** In milliseconds since 1970. */
  capturedMs: number;
}

/**
 * Sends H.264, and sound that it encodes as AAC, in MPEG-TS. Each picture says when it was captured (MISB ST 0604).
 */
export class StreamMuxer {
  readonly #muxer = new MpegTsMuxer();
  readonly #sound: AudioEncoder;

  /** @throws FFmpegError when the encoder does not open */
  constructor({ audioBps }: { audioBps: bigint }) {
    this.#muxer.setTracks({ video: 'h264', audio: 'aac' });
    this.#sound = new AudioEncoder('aac', { bitrateBps: audioBps, timeBase: tickBase });
  }

  /** Sends an access unit. Its DTS must be later than that of the one before. */
  sendUnit({ nals, pts, dts, isKeyframe, capturedMs }: SentUnit, feed: SourceFeed): void {
    const data = joinAnnexB(withCaptureTime(nals, capturedMs));
    send(this.#muxer.accessUnit('video', data, wrapped(pts), isKeyframe, wrapped(dts)), feed);
  }

  /**
   * Sends a frame of sound.
   * @param samples the left channel's {@link soundSamples}, and behind them the right one's
   * @param clockMs the time of the first sample, on the same clock as the pictures
   * @throws FFmpegError when it cannot be encoded
   */
  sendSound(samples: Float32Array, clockMs: number, feed: SourceFeed): void {
    const frame = Frame.fromAudioBuffer(Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength), {
      nbSamples: soundSamples,
      format: AV_SAMPLE_FMT_FLTP,
      sampleRate: audioRateHz,
      channelLayout: AV_CHANNEL_LAYOUT_STEREO,
      timeBase: tickBase,
      pts: BigInt(Math.round(clockMs * ticksPerMs)),
    });
    this.#sound.encode(frame, ({ data, pts }) => {
      if (!data) return;
      const unit = adtsFrame(aacLowComplexity, data);
      send(this.#muxer.accessUnit('audio', unit, wrapped(Number(pts)), true), feed);
    });
    frame.free();
  }

  close(): void {
    this.#sound.close();
  }
}

/** The NAL units with the time of their capture, as a camera with a clock sends it, in place of a time of their own. */
function withCaptureTime(nals: Buffer[], ms: number): Buffer[] {
  const kept = nals.filter((nal) => nalTypeOf(nal) !== nalType.accessUnitDelimiter && !isCaptureTime(nal));
  const slice = kept.findIndex((nal) => nalTypeOf(nal) === nalType.slice || nalTypeOf(nal) === nalType.idr);
  const at = Math.max(0, slice);
  return [delimiter, ...kept.slice(0, at), precisionTimeStampNal(ms), ...kept.slice(at)];
}

function isCaptureTime(nal: Buffer): boolean {
  const messages = nalTypeOf(nal) === nalType.sei ? readSeiMessages(nal.subarray(1)) : [];
  return messages.length === 1 && readEncoderTime(messages, null) !== null;
}

const wrapped = (ticks: number): number => addTicks(0, Math.round(ticks) % wrapTicks);

function send(packets: Buffer, feed: SourceFeed): void {
  for (let offset = 0; offset < packets.length; offset += datagramBytes) {
    feed.addDatagram(packets.subarray(offset, offset + datagramBytes));
  }
}
