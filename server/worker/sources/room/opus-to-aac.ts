import {
  AV_CHANNEL_LAYOUT_STEREO,
  AV_CODEC_ID_AAC,
  AV_CODEC_ID_OPUS,
  AV_NOPTS_VALUE,
  AV_SAMPLE_FMT_FLTP,
} from 'node-av/constants';
import { Codec, CodecContext, FFmpegError, Frame, Packet, Rational } from 'node-av/lib';
import { ticksPerSecond } from '@/lib/core/timestamp33';
import { createFilterChain, type FilterChain } from '../../media/filter-chain';

const rateHz = 48_000;
const bitrateBps = 128_000n;
const frameSamples = 1_024;
const adtsHeaderBytes = 7;
/** AAC LC, 48 kHz, two channels (ISO/IEC 14496-3, 1.A.2.2). */
const adtsFixed = [0xff, 0xf1, 0x4c, 0x80] as const;

/** Turns Opus packets into AAC in ADTS frames, which vMix and OBS can read: 48 kHz, stereo. */
export class OpusToAac {
  readonly #onFrame: (adts: Buffer, ticks: number) => void;
  readonly #decoder = new CodecContext();
  readonly #encoder = new CodecContext();
  readonly #filter: FilterChain;
  readonly #opus = new Packet();
  readonly #decoded = new Frame();
  readonly #grouped = new Frame();
  readonly #aac = new Packet();
  /** How much sound the last Opus packet held. */
  packetMs = 0;

  /**
   * @param onFrame takes each ADTS frame, with its time in ticks of 90 kHz
   * @throws Error when FFmpeg lacks a codec
   */
  constructor(onFrame: (adts: Buffer, ticks: number) => void) {
    this.#onFrame = onFrame;
    for (const part of [this.#opus, this.#decoded, this.#grouped, this.#aac]) part.alloc();
    const decoder = Codec.findDecoder(AV_CODEC_ID_OPUS);
    this.#decoder.allocContext3(decoder);
    this.#decoder.sampleRate = rateHz;
    this.#decoder.channelLayout = AV_CHANNEL_LAYOUT_STEREO;
    this.#decoder.pktTimebase = new Rational(1, ticksPerSecond);
    const encoder = Codec.findEncoder(AV_CODEC_ID_AAC);
    this.#encoder.allocContext3(encoder);
    this.#encoder.sampleRate = rateHz;
    this.#encoder.sampleFormat = AV_SAMPLE_FMT_FLTP;
    this.#encoder.channelLayout = AV_CHANNEL_LAYOUT_STEREO;
    this.#encoder.timeBase = new Rational(1, ticksPerSecond);
    this.#encoder.bitRate = bitrateBps;
    FFmpegError.throwIfError(this.#decoder.open2Sync(decoder, null), 'open the Opus decoder');
    // Half the cost of FFmpeg's own choice.
    FFmpegError.throwIfError(this.#encoder.setOption('aac_coder', 'fast'), 'set up the AAC encoder');
    FFmpegError.throwIfError(this.#encoder.open2Sync(encoder, null), 'open the AAC encoder');
    this.#filter = createFilterChain([
      ['abuffer', `time_base=1/${ticksPerSecond}:sample_rate=${rateHz}:sample_fmt=fltp:channel_layout=stereo`],
      ['asetnsamples', `n=${frameSamples}:p=0`],
      ['abuffersink'],
    ]);
  }

  /**
   * Takes one Opus packet.
   * @param ticks of its first sample, 90 kHz
   * @returns false when it could not be decoded
   * @throws Error when decoded audio cannot be encoded
   */
  push(opus: Buffer, ticks: number): boolean {
    this.#opus.data = opus;
    this.#opus.pts = BigInt(ticks);
    const isDecoded = this.#decoder.sendPacketSync(this.#opus) >= 0;
    this.#opus.unref();
    while (isDecoded && this.#decoder.receiveFrameSync(this.#decoded) >= 0) {
      this.#decoded.pts = BigInt(ticks);
      this.packetMs = this.#decoded.nbSamples / (rateHz / 1000);
      this.#encode();
      this.#decoded.unref();
    }
    return isDecoded;
  }

  close(): void {
    this.#decoder.freeContext();
    this.#encoder.freeContext();
    this.#filter.graph.free();
    for (const part of [this.#opus, this.#decoded, this.#grouped, this.#aac]) part.free();
  }

  #encode(): void {
    const { source, sink } = this.#filter;
    FFmpegError.throwIfError(source.buffersrcAddFrameSync(this.#decoded), 'group samples');
    while (sink.buffersinkGetFrameSync(this.#grouped) >= 0) {
      FFmpegError.throwIfError(this.#encoder.sendFrameSync(this.#grouped), 'encode AAC');
      this.#grouped.unref();
      while (this.#encoder.receivePacketSync(this.#aac) >= 0) {
        const { data, pts } = this.#aac;
        if (data && pts !== AV_NOPTS_VALUE) this.#onFrame(adtsFrame(data), Number(pts));
        this.#aac.unref();
      }
    }
  }
}

function adtsFrame(aac: Buffer): Buffer {
  const length = adtsHeaderBytes + aac.length;
  const header = Buffer.from([...adtsFixed, 0, 0x1f, 0xfc]);
  header[3] = adtsFixed[3] | (length >> 11);
  header.writeUInt8((length >> 3) & 0xff, 4);
  header.writeUInt8(((length & 7) << 5) | 0x1f, 5);
  return Buffer.concat([header, aac]);
}
