import {
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_CODEC_ID_AAC,
  AV_CODEC_ID_PCM_S16LE,
  AV_NOPTS_VALUE,
  AV_SAMPLE_FMT_FLTP,
  AV_SAMPLE_FMT_S16,
  AVERROR_EOF,
} from 'node-av/constants';
import { Codec, CodecContext, type CodecParameters, type Frame, type Packet, Rational, type Stream } from 'node-av/lib';
import { FilterChain, type FilterStep } from '@/lib/media/filter-chain';
import { newFrame, newPacket, rescale, tickBase } from '@/lib/media/frame';
import { describeAudio } from '@/lib/media/stereo';
import { MuxError } from './mux-error';
import type { AudioMade } from './mux-task';
import { openDecoder } from './recording-input';

const { check } = MuxError;

/** Maximum stretch of audio to follow its timestamps: 2 %. */
const maxStretch = 0.02;
/** Nobody hears a difference to what the camera sent. */
const aacBitsPerChannel = 128_000;
const aacFrameSamples = 1_024;

const codecs = {
  pcm: { id: AV_CODEC_ID_PCM_S16LE, sampleFormat: AV_SAMPLE_FMT_S16, formatName: 's16' },
  aac: { id: AV_CODEC_ID_AAC, sampleFormat: AV_SAMPLE_FMT_FLTP, formatName: 'fltp' },
} as const;

/** Rate and channels of audio. */
export type AudioShape = Pick<CodecParameters, 'sampleRate' | 'channelLayout' | 'channels'>;

/**
 * A camera's audio track decoded, from the first frame of the file to its end: as PCM of 16 bits, or encoded again as AAC.
 * Its rate and channels stay what they are at first, whatever the camera changes to. Where it has no sound, there is silence.
 */
export class DecodedAudio {
  readonly context = new CodecContext();
  /** A sample. */
  readonly timeBase: Rational;
  readonly #codec: AudioMade;
  readonly #rateHz: number;
  readonly #endSamples: number;
  readonly #decoder: CodecContext;
  readonly #decoded = newFrame();
  readonly #converted = newFrame();
  readonly #shaped = newFrame();
  readonly #packet = newPacket();
  /** Brings what the camera sends to the track's rate and channels. Another one follows where the camera changes. */
  #converter: FilterChain | null = null;
  #format = '';
  /** Keeps the track's samples on their timestamps, across such changes. */
  #shaper: FilterChain | null = null;

  /**
   * @param durationUs of the file
   * @param shape of what is made; by default the camera's own
   * @throws MuxError for a codec that FFmpeg cannot decode
   */
  constructor(stream: Stream, durationUs: number, codec: AudioMade, shape: AudioShape = stream.codecpar) {
    const decoder = openDecoder(stream);
    if (!decoder) throw new MuxError('codec', 'The sound of this camera cannot be decoded.');
    this.#decoder = decoder;
    decoder.pktTimebase = tickBase;
    const { sampleRate, channelLayout, channels } = shape;
    this.#codec = codec;
    this.#rateHz = sampleRate;
    this.#endSamples = Math.round((durationUs / 1e6) * sampleRate);
    this.timeBase = new Rational(1, sampleRate);
    const { id, sampleFormat } = codecs[codec];
    const encoder = Codec.findEncoder(id);
    const { context } = this;
    context.allocContext3(encoder);
    context.sampleRate = sampleRate;
    context.sampleFormat = sampleFormat;
    context.channelLayout = channelLayout;
    context.timeBase = this.timeBase;
    if (codec === 'aac') {
      context.bitRate = BigInt(channels * aacBitsPerChannel);
      context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
    }
    check(context.open2Sync(encoder, null), 'codec', 'The audio cannot be written');
  }

  /**
   * Takes a packet of the track, whose timestamps count 1/90,000 s from the first frame of the file on. A damaged one is
   * heard as a gap.
   * @param onPacket takes what comes of it, in samples; it is valid during the call
   */
  addPacket(packet: Packet, onPacket: (packet: Packet) => void): void {
    if (this.#decoder.sendPacketSync(packet) >= 0) this.#receive(onPacket);
  }

  /** Writes what is left. @param onPacket as of {@link addPacket} */
  finish(onPacket: (packet: Packet) => void): void {
    if (this.#decoder.sendPacketSync(null) >= 0) this.#receive(onPacket);
    this.#endConverter(onPacket);
    if (this.#shaper) {
      this.#shaper.source.buffersrcAddFrameSync(null);
      this.#encode(this.#shaper, onPacket);
      this.#shaper.close();
    }
    if (this.context.sendFrameSync(null) >= 0) this.#takePackets(onPacket);
    this.#decoder.freeContext();
    this.context.freeContext();
    for (const part of [this.#decoded, this.#converted, this.#shaped, this.#packet]) part.free();
  }

  #receive(onPacket: (packet: Packet) => void): void {
    while (this.#decoder.receiveFrameSync(this.#decoded) >= 0) {
      if (this.#decoded.pts !== AV_NOPTS_VALUE) {
        const described = describeAudio(this.#decoded);
        if (described !== this.#format) this.#endConverter(onPacket);
        this.#format = described;
        this.#converter ??= this.#openConverter(described);
        check(this.#converter.source.buffersrcAddFrameSync(this.#decoded), 'damaged', 'The audio cannot be read');
        this.#shape(this.#converter, onPacket);
      }
      this.#decoded.unref();
    }
  }

  #openConverter(described: string): FilterChain {
    const { mask } = this.context.channelLayout;
    const layout = mask ? `:channel_layouts=0x${mask.toString(16)}` : '';
    return new FilterChain([
      ['abuffer', `time_base=${tickBase.num}/${tickBase.den}:${described}`],
      ['aresample', String(this.#rateHz)],
      ['aformat', `sample_fmts=${codecs[this.#codec].formatName}${layout}`],
      ['abuffersink'],
    ]);
  }

  #openShaper(frame: Frame): FilterChain {
    // The encoder takes whole frames alone, but for the last one.
    const whole: FilterStep[] = this.#codec === 'aac' ? [['asetnsamples', `${aacFrameSamples}:p=0`]] : [];
    return new FilterChain([
      ['abuffer', `time_base=1/${this.#rateHz}:${describeAudio(frame)}`],
      ['aresample', `${this.#rateHz}:async=${Math.round(this.#rateHz * maxStretch)}`],
      ['atrim', `start_pts=0:end_pts=${this.#endSamples}`],
      ...whole,
      ['abuffersink'],
    ]);
  }

  #endConverter(onPacket: (packet: Packet) => void): void {
    if (!this.#converter) return;
    this.#converter.source.buffersrcAddFrameSync(null);
    this.#shape(this.#converter, onPacket);
    this.#converter.close();
    this.#converter = null;
  }

  #shape({ sink }: FilterChain, onPacket: (packet: Packet) => void): void {
    const base = sink.buffersinkGetTimeBase();
    while (sink.buffersinkGetFrameSync(this.#converted) >= 0) {
      this.#converted.pts = BigInt(Math.round(rescale(this.#converted.pts, base, this.#rateHz)));
      this.#shaper ??= this.#openShaper(this.#converted);
      const given = this.#shaper.source.buffersrcAddFrameSync(this.#converted);
      // Samples behind the end of the file are refused so.
      if (given !== AVERROR_EOF) check(given, 'damaged', 'The audio cannot be read');
      this.#encode(this.#shaper, onPacket);
      this.#converted.unref();
    }
  }

  #encode({ sink }: FilterChain, onPacket: (packet: Packet) => void): void {
    const base = sink.buffersinkGetTimeBase();
    while (sink.buffersinkGetFrameSync(this.#shaped) >= 0) {
      this.#shaped.pts = BigInt(Math.round(rescale(this.#shaped.pts, base, this.#rateHz)));
      check(this.context.sendFrameSync(this.#shaped), 'damaged', 'The audio cannot be written');
      this.#takePackets(onPacket);
      this.#shaped.unref();
    }
  }

  #takePackets(onPacket: (packet: Packet) => void): void {
    while (this.context.receivePacketSync(this.#packet) >= 0) {
      onPacket(this.#packet);
      this.#packet.unref();
    }
  }
}
