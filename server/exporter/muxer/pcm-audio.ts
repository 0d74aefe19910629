import { AV_CODEC_ID_PCM_S16LE, AV_NOPTS_VALUE, AV_SAMPLE_FMT_S16 } from 'node-av/constants';
import { Codec, CodecContext, type Packet, Rational, type Stream } from 'node-av/lib';
import { FilterChain } from '@/lib/media/filter-chain';
import { newFrame, newPacket, rescale, tickBase } from '@/lib/media/frame';
import { describeAudio } from '@/lib/media/stereo';
import { MuxError } from './mux-error';
import { openDecoder } from './recording-input';

const { check } = MuxError;

/** Maximum stretch of audio to follow its timestamps: 2 %. */
const maxStretch = 0.02;

/** A camera's audio track as PCM of 16 bits, from the first frame of the file to its end. Where it has none, there is silence. */
export class PcmAudio {
  readonly context = new CodecContext();
  /** A sample. */
  readonly timeBase: Rational;
  readonly #rateHz: number;
  readonly #endSamples: number;
  readonly #decoder: CodecContext;
  readonly #decoded = newFrame();
  readonly #filtered = newFrame();
  readonly #packet = newPacket();
  #filter: FilterChain | null = null;
  #format = '';

  /** @param durationUs of the file. @throws MuxError for a codec that FFmpeg cannot decode */
  constructor(stream: Stream, durationUs: number) {
    const decoder = openDecoder(stream);
    if (!decoder) throw new MuxError('codec', 'The sound of this camera cannot be decoded.');
    this.#decoder = decoder;
    decoder.pktTimebase = tickBase;
    const { sampleRate, channelLayout } = stream.codecpar;
    this.#rateHz = sampleRate;
    this.#endSamples = Math.round((durationUs / 1e6) * sampleRate);
    this.timeBase = new Rational(1, sampleRate);
    const codec = Codec.findEncoder(AV_CODEC_ID_PCM_S16LE);
    const { context } = this;
    context.allocContext3(codec);
    context.sampleRate = sampleRate;
    context.sampleFormat = AV_SAMPLE_FMT_S16;
    context.channelLayout = channelLayout;
    context.timeBase = this.timeBase;
    check(context.open2Sync(codec, null), 'codec', 'The audio cannot be written');
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
    this.#flush(onPacket);
    this.#decoder.freeContext();
    this.context.freeContext();
    this.#decoded.free();
    this.#filtered.free();
    this.#packet.free();
  }

  #receive(onPacket: (packet: Packet) => void): void {
    while (this.#decoder.receiveFrameSync(this.#decoded) >= 0) {
      if (this.#decoded.pts !== AV_NOPTS_VALUE) {
        const described = describeAudio(this.#decoded);
        if (described !== this.#format) this.#flush(onPacket);
        this.#format = described;
        this.#filter ??= this.#open(described);
        this.#decoded.pts = BigInt(Math.round(rescale(this.#decoded.pts, tickBase, this.#rateHz)));
        check(this.#filter.source.buffersrcAddFrameSync(this.#decoded), 'damaged', 'The audio cannot be read');
        this.#encode(this.#filter, onPacket);
      }
      this.#decoded.unref();
    }
  }

  #open(described: string): FilterChain {
    const { mask } = this.context.channelLayout;
    const layout = mask ? `:channel_layouts=0x${mask.toString(16)}` : '';
    return new FilterChain([
      ['abuffer', `time_base=1/${this.#rateHz}:${described}`],
      ['aresample', `${this.#rateHz}:async=${Math.round(this.#rateHz * maxStretch)}`],
      ['aformat', `sample_fmts=s16${layout}`],
      ['atrim', `start_pts=0:end_pts=${this.#endSamples}`],
      ['abuffersink'],
    ]);
  }

  #flush(onPacket: (packet: Packet) => void): void {
    if (!this.#filter) return;
    this.#filter.source.buffersrcAddFrameSync(null);
    this.#encode(this.#filter, onPacket);
    this.#filter.close();
    this.#filter = null;
  }

  #encode({ sink }: FilterChain, onPacket: (packet: Packet) => void): void {
    const base = sink.buffersinkGetTimeBase();
    while (sink.buffersinkGetFrameSync(this.#filtered) >= 0) {
      this.#filtered.pts = BigInt(Math.round(rescale(this.#filtered.pts, base, this.#rateHz)));
      check(this.context.sendFrameSync(this.#filtered), 'damaged', 'The audio cannot be written');
      while (this.context.receivePacketSync(this.#packet) >= 0) {
        onPacket(this.#packet);
        this.#packet.unref();
      }
      this.#filtered.unref();
    }
  }
}
