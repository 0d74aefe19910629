import {
  AV_CHANNEL_LAYOUT_STEREO,
  AV_CODEC_ID_AAC,
  AV_CODEC_ID_AAC_LATM,
  AV_CODEC_ID_AC3,
  AV_CODEC_ID_DTS,
  AV_CODEC_ID_EAC3,
  AV_CODEC_ID_MP2,
  AV_CODEC_ID_OPUS,
  AV_CODEC_ID_S302M,
  AV_NOPTS_VALUE,
  AV_SAMPLE_FMT_FLT,
  type AVCodecID,
  FF_ENCODER_LIBOPUS,
} from 'node-av/constants';
import { Codec, CodecContext, CodecParser, FFmpegError, Frame, Packet, Rational } from 'node-av/lib';
import type { Loudness } from '@/lib/contracts/worker-protocol';
import { ticksPerSecond } from '@/lib/core/timestamp33';
import { RateLimit } from '../../../control/rate-limit';
import type { AudioCodec } from '../../../media/codecs/codec-names';
import { createFilterChain, type FilterChain } from '../../../media/filter-chain';
import { LoudnessMeter } from './loudness-meter';
import { PeakMeter } from './peak-meter';

const codecIds: Record<AudioCodec, AVCodecID> = {
  aac: AV_CODEC_ID_AAC,
  aac_latm: AV_CODEC_ID_AAC_LATM,
  mp2: AV_CODEC_ID_MP2,
  ac3: AV_CODEC_ID_AC3,
  eac3: AV_CODEC_ID_EAC3,
  opus: AV_CODEC_ID_OPUS,
  dts: AV_CODEC_ID_DTS,
  s302m: AV_CODEC_ID_S302M,
};
/** Uncompressed: a PES packet is a frame (SMPTE 302M, 5.3), and FFmpeg has no parser. */
const unparsed: ReadonlySet<AudioCodec> = new Set(['s302m']);

const opusRateHz = 48_000;
const opusBitrateBps = 128_000n;
/** From 0 to 10. More costs half as much again, and is inaudible at this bitrate. */
const opusComplexity = 5;
/** 20 ms, the frame that browsers expect. */
const opusFrameSamples = 960;
const opusFrameTicks = (opusFrameSamples * ticksPerSecond) / opusRateHz;
/** A larger step of the timestamps begins a new timeline; a smaller one is rounding. */
const maxDeviationTicks = 0.04 * ticksPerSecond;
/** Opus has the shortest frames, 400 a second. */
const maxFramesPerSecond = 500;
/** Minimum between two resamplers, because a camera may change its format or timeline with each frame. */
const resamplerIntervalMs = 200;
/** Maximum stretch of audio to follow its timestamps: 2 %, for clocks that differ by a thousandth of that. */
const maxStretchHz = 1_000;

export interface AudioTranscoderOptions {
  /** Whether to encode the audio; it is decoded and measured in any case. */
  isWanted(): boolean;
  /** Takes one Opus frame. @param ticks its time on the 90 kHz media clock */
  onFrame(opus: Buffer, ticks: number): void;
  /** The peak of each 20 ms, in dBFS. */
  onPeak(dbfs: number): void;
  /** A frame was too damaged to decode: it is heard as a gap, and the next one continues. */
  onDamaged(error: Error): void;
  /** A clock in milliseconds that limits how often formats and frames may change or come. */
  now?: () => number;
}

export interface AudioSource {
  sampleRateHz: number;
  channels: number;
}

/**
 * Turns a camera's audio into Opus: 48 kHz, stereo, 20 ms. FFmpeg's parser cuts the elementary stream into frames; its
 * decoder, resampler and libopus do the rest. A frame costs a fraction of a millisecond, so it runs in place.
 */
export class AudioTranscoder {
  #options: AudioTranscoderOptions;
  /** Null when each PES packet is one frame. */
  #parser: CodecParser | null;
  #decoder = new CodecContext();
  #encoder: CodecContext | undefined;
  #resampler: FilterChain | undefined;
  #format = '';
  #source: AudioSource | undefined;
  #parsed = new Packet();
  #decoded = new Frame();
  #resampled = new Frame();
  #encoded = new Packet();
  #peaks = new PeakMeter();
  #loudness: LoudnessMeter | undefined;
  readonly #now: () => number;
  #frameRate: RateLimit;
  #resamplerOpenedMs = Number.NEGATIVE_INFINITY;
  /** When the next decoded sample is due, by the latest timestamp. */
  #nextTicks: number | undefined;
  /** When the next Opus frame is due, by the frames so far. Undefined at the beginning of a timeline. */
  #nextOpusTicks: number | undefined;

  /** @throws Error for a codec that this FFmpeg lacks */
  constructor(codecName: AudioCodec, options: AudioTranscoderOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#frameRate = new RateLimit(maxFramesPerSecond, this.#now);
    const id = codecIds[codecName];
    const codec = Codec.findDecoder(id);
    for (const part of [this.#parsed, this.#decoded, this.#resampled, this.#encoded]) part.alloc();
    this.#parser = unparsed.has(codecName) ? null : new CodecParser();
    this.#parser?.init(id);
    this.#decoder.allocContext3(codec);
    this.#decoder.pktTimebase = new Rational(1, ticksPerSecond);
    try {
      FFmpegError.throwIfError(this.#decoder.open2Sync(codec, null), `open the ${codecName} decoder`);
      this.#encoder = openOpusEncoder();
      this.#loudness = new LoudnessMeter(opusRateHz);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /**
   * Takes one PES packet with any number of frames. The last one may be incomplete.
   * @param ticks time of the first frame that begins in it, 90 kHz media clock
   * @throws Error when decoded audio can be neither resampled nor encoded; the transcoder is then unusable
   */
  pushPesPacket(data: Buffer, ticks: number): void {
    if (this.#parser) this.#parse(this.#parser, data, BigInt(ticks));
    else if (!this.#frameRate.add(1)) {
      this.#parsed.data = data;
      this.#parsed.pts = BigInt(ticks);
      this.#decode();
      this.#parsed.unref();
    }
  }

  /** Format of the camera's audio; undefined before the first frame. */
  get source(): AudioSource | undefined {
    return this.#source;
  }

  /** @returns the peaks of the stereo audio since the last call, [left, right] in dBFS; null when none came */
  readPeakDbfs(): [number, number] | null {
    return this.#peaks.readDbfs();
  }

  /** @returns the loudness of the stereo audio since the last call; null when nothing was measured */
  readLoudness(): Loudness | null {
    return this.#loudness?.read() ?? null;
  }

  close(): void {
    this.#parser?.close();
    this.#decoder.freeContext();
    this.#encoder?.freeContext();
    this.#loudness?.close();
    this.#resampler?.graph.free();
    for (const part of [this.#parsed, this.#decoded, this.#resampled, this.#encoded]) part.free();
  }

  #parse(parser: CodecParser, data: Buffer, firstPts: bigint): void {
    let rest = data;
    let pts = firstPts;
    while (rest.length > 0) {
      const usedBytes = parser.parse2(this.#decoder, this.#parsed, rest, pts, pts, 0);
      if (usedBytes < 0) return;
      const hasFrame = this.#parsed.size > 0;
      // The rest beyond the limit is dropped: even parsing it would hold up the video.
      const isBeyond = hasFrame && this.#frameRate.add(1);
      if (hasFrame && !isBeyond) this.#decode();
      this.#parsed.unref();
      if (isBeyond) return;
      // A parser that recognizes a frame's end only by the next one's beginning hands it out without having used input.
      if (usedBytes === 0 && !hasFrame) return;
      rest = rest.subarray(usedBytes);
      pts = AV_NOPTS_VALUE;
    }
  }

  #decode(): void {
    const sent = this.#decoder.sendPacketSync(this.#parsed);
    if (sent < 0) {
      this.#options.onDamaged(new FFmpegError(sent));
      return;
    }
    while (this.#decoder.receiveFrameSync(this.#decoded) >= 0) {
      this.#transcode(this.#decoded);
      this.#decoded.unref();
    }
  }

  #transcode(frame: Frame): void {
    const stampTicks = frame.pts === AV_NOPTS_VALUE ? this.#nextTicks : Number(frame.pts);
    if (stampTicks === undefined) return;
    const isJump = this.#nextTicks === undefined || Math.abs(stampTicks - this.#nextTicks) > maxDeviationTicks;
    this.#nextTicks = stampTicks + (frame.nbSamples * ticksPerSecond) / frame.sampleRate;

    const format = describeFormat(frame);
    if (isJump || format !== this.#format) {
      const nowMs = this.#now();
      if (nowMs - this.#resamplerOpenedMs < resamplerIntervalMs) {
        this.#nextTicks = undefined;
        return;
      }
      this.#resamplerOpenedMs = nowMs;
      this.#resampler?.graph.free();
      this.#resampler = openResampler(format, frame.channelLayout.nbChannels);
      this.#format = format;
      this.#source = { sampleRateHz: frame.sampleRate, channels: frame.channelLayout.nbChannels };
      this.#nextOpusTicks = undefined;
    }
    if (!this.#resampler) return;
    frame.pts = BigInt(Math.round(stampTicks));
    const { source, sink } = this.#resampler;
    FFmpegError.throwIfError(source.buffersrcAddFrameSync(frame), 'resample');
    const timeBase = sink.buffersinkGetTimeBase();
    while (sink.buffersinkGetFrameSync(this.#resampled) >= 0) {
      this.#nextOpusTicks ??= Math.round((Number(this.#resampled.pts) * timeBase.num * ticksPerSecond) / timeBase.den);
      this.#encode(this.#nextOpusTicks);
      this.#nextOpusTicks += opusFrameTicks;
      this.#resampled.unref();
    }
  }

  #encode(ticks: number): void {
    const samples = this.#resampled.data?.[0];
    if (samples) {
      const { buffer, byteOffset } = samples;
      this.#options.onPeak(this.#peaks.addSamples(new Float32Array(buffer, byteOffset, this.#resampled.nbSamples * 2)));
    }
    this.#loudness?.addFrame(this.#resampled);
    if (!this.#encoder || !this.#options.isWanted()) return;
    FFmpegError.throwIfError(this.#encoder.sendFrameSync(this.#resampled), 'encode Opus');
    while (this.#encoder.receivePacketSync(this.#encoded) >= 0) {
      if (this.#encoded.data) this.#options.onFrame(Buffer.from(this.#encoded.data), ticks);
      this.#encoded.unref();
    }
  }
}

function describeFormat(frame: Frame): string {
  const { mask, nbChannels } = frame.channelLayout;
  const layout = mask ? `channel_layout=0x${mask.toString(16)}` : `channels=${nbChannels}`;
  return `sample_rate=${frame.sampleRate}:sample_fmt=${frame.format}:${layout}`;
}

const monoOnBothSides: [string, string] = ['pan', 'stereo|c0=c0|c1=c0'];

/** @returns undefined for channels that cannot become stereo; a damaged frame may claim any */
function openResampler(format: string, channels: number): FilterChain | undefined {
  try {
    return createFilterChain([
      ['abuffer', `time_base=1/${ticksPerSecond}:${format}`],
      // Keeps the samples on their timestamps, because a microphone's clock is not the video's.
      ['aresample', `${opusRateHz}:async=${maxStretchHz}`],
      // FFmpeg's own mix would be 3 dB quieter on both sides, and its peaks would never reach full scale.
      ...(channels === 1 ? [monoOnBothSides] : []),
      ['aformat', 'sample_fmts=flt:channel_layouts=stereo'],
      ['asetnsamples', `n=${opusFrameSamples}:p=0`],
      ['abuffersink'],
    ]);
  } catch {
    return undefined;
  }
}

function openOpusEncoder(): CodecContext {
  const codec = Codec.findEncoderByName(FF_ENCODER_LIBOPUS);
  const encoder = new CodecContext();
  encoder.allocContext3(codec);
  encoder.sampleRate = opusRateHz;
  encoder.sampleFormat = AV_SAMPLE_FMT_FLT;
  encoder.channelLayout = AV_CHANNEL_LAYOUT_STEREO;
  encoder.timeBase = new Rational(1, opusRateHz);
  encoder.bitRate = opusBitrateBps;
  // Set separately, because node-av 6.1 frees the options of open2Sync twice.
  FFmpegError.throwIfError(encoder.setOption('compression_level', opusComplexity), 'set up the Opus encoder');
  FFmpegError.throwIfError(encoder.open2Sync(codec, null), 'open the Opus encoder');
  return encoder;
}
