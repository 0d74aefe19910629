import { AV_CHANNEL_LAYOUT_STEREO, AV_CODEC_ID_OPUS, AV_NOPTS_VALUE } from 'node-av/constants';
import { Codec, CodecContext, FFmpegError } from 'node-av/lib';
import { ticksPerSecond } from '@/lib/core/timestamp33';
import { AudioEncoder } from '@/lib/media/codecs/audio-encoder';
import { FilterChain } from '@/lib/media/filter-chain';
import { newFrame, newPacket, tickBase } from '@/lib/media/frame';
import { audioRateHz } from '@/lib/media/stereo';

const bitrateBps = 128_000n;
const frameSamples = 1_024;
const adtsHeaderBytes = 7;
/** AAC LC, 48 kHz, two channels (ISO/IEC 14496-3, 1.A.2.2). */
const adtsFixed = [0xff, 0xf1, 0x4c, 0x80] as const;

/** Turns Opus packets into AAC in ADTS frames, which vMix and OBS can read: 48 kHz, stereo. */
export class OpusToAac {
  readonly #onFrame: (adts: Buffer, ticks: number) => void;
  readonly #decoder = new CodecContext();
  readonly #encoder = new AudioEncoder('aac', { bitrateBps, timeBase: tickBase });
  readonly #filter = new FilterChain([
    ['abuffer', `time_base=1/${ticksPerSecond}:sample_rate=${audioRateHz}:sample_fmt=fltp:channel_layout=stereo`],
    ['asetnsamples', `n=${frameSamples}:p=0`],
    ['abuffersink'],
  ]);
  readonly #opus = newPacket();
  readonly #decoded = newFrame();
  readonly #grouped = newFrame();
  /** How much audio the last Opus packet held. */
  packetMs = 0;

  /**
   * @param onFrame takes each ADTS frame, with its time in ticks of 90 kHz
   * @throws Error when FFmpeg lacks a codec
   */
  constructor(onFrame: (adts: Buffer, ticks: number) => void) {
    this.#onFrame = onFrame;
    const decoder = Codec.findDecoder(AV_CODEC_ID_OPUS);
    this.#decoder.allocContext3(decoder);
    this.#decoder.sampleRate = audioRateHz;
    this.#decoder.channelLayout = AV_CHANNEL_LAYOUT_STEREO;
    this.#decoder.pktTimebase = tickBase;
    FFmpegError.throwIfError(this.#decoder.open2Sync(decoder, null), 'open the Opus decoder');
  }

  /**
   * Takes one Opus packet.
   * @param ticks of its first sample, 90 kHz
   * @returns false when it could not be decoded
   * @throws Error when decoded audio cannot be encoded
   */
  addPacket(opus: Buffer, ticks: number): boolean {
    this.#opus.data = opus;
    this.#opus.pts = BigInt(ticks);
    const isDecoded = this.#decoder.sendPacketSync(this.#opus) >= 0;
    this.#opus.unref();
    while (isDecoded && this.#decoder.receiveFrameSync(this.#decoded) >= 0) {
      this.#decoded.pts = BigInt(ticks);
      this.packetMs = this.#decoded.nbSamples / (audioRateHz / 1000);
      this.#encode();
      this.#decoded.unref();
    }
    return isDecoded;
  }

  close(): void {
    this.#decoder.freeContext();
    this.#encoder.close();
    this.#filter.close();
    for (const part of [this.#opus, this.#decoded, this.#grouped]) part.free();
  }

  #encode(): void {
    const { source, sink } = this.#filter;
    FFmpegError.throwIfError(source.buffersrcAddFrameSync(this.#decoded), 'group samples');
    while (sink.buffersinkGetFrameSync(this.#grouped) >= 0) {
      this.#encoder.encode(this.#grouped, ({ data, pts }) => {
        if (data && pts !== AV_NOPTS_VALUE) this.#onFrame(adtsFrame(data), Number(pts));
      });
      this.#grouped.unref();
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
