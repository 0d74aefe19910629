import {
  AV_CHANNEL_LAYOUT_MONO,
  AV_CHANNEL_LAYOUT_STEREO,
  AV_CODEC_ID_AAC,
  AV_CODEC_ID_AAC_LATM,
  AV_CODEC_ID_AC3,
  AV_CODEC_ID_DTS,
  AV_CODEC_ID_EAC3,
  AV_CODEC_ID_MP2,
  AV_CODEC_ID_OPUS,
  AV_CODEC_ID_PCM_ALAW,
  AV_CODEC_ID_PCM_MULAW,
  AV_CODEC_ID_PCM_S16BE,
  AV_CODEC_ID_S302M,
  AV_NOPTS_VALUE,
  type AVCodecID,
} from 'node-av/constants';
import { Codec, CodecContext, CodecParser, FFmpegError, type Frame } from 'node-av/lib';
import { RateMeter } from '@/lib/core/rate-meter';
import { ticksPerSecond } from '@/lib/core/timestamp33';
import type { FilterChain } from '../filter-chain';
import { newFrame, newPacket, rescale, tickBase } from '../frame';
import { audioRateHz, describeAudio, openStereoResampler } from '../stereo';

/** Audio codecs that are decoded, by FFmpeg's names. */
export type AudioCodec = 'aac' | 'aac_latm' | 'mp2' | 'ac3' | 'eac3' | 'opus' | 'dts' | 's302m';

/** Samples as cameras send them by RTP: G.711 or 16 bits. Their format is said beside them. */
export interface PlainAudio {
  codec: 'pcm_alaw' | 'pcm_mulaw' | 'pcm_s16be';
  sampleRateHz: number;
  channels: 1 | 2;
}

const codecIds: Record<AudioCodec | PlainAudio['codec'], AVCodecID> = {
  aac: AV_CODEC_ID_AAC,
  aac_latm: AV_CODEC_ID_AAC_LATM,
  mp2: AV_CODEC_ID_MP2,
  ac3: AV_CODEC_ID_AC3,
  eac3: AV_CODEC_ID_EAC3,
  opus: AV_CODEC_ID_OPUS,
  dts: AV_CODEC_ID_DTS,
  s302m: AV_CODEC_ID_S302M,
  pcm_alaw: AV_CODEC_ID_PCM_ALAW,
  pcm_mulaw: AV_CODEC_ID_PCM_MULAW,
  pcm_s16be: AV_CODEC_ID_PCM_S16BE,
};
/** Uncompressed: a PES packet is a frame (SMPTE 302M, 5.3), and FFmpeg has no parser. */
const unparsed: ReadonlySet<string> = new Set(['s302m', 'pcm_alaw', 'pcm_mulaw', 'pcm_s16be']);

/** 20 ms, the frame that browsers expect. */
const stereoFrameSamples = 960;
const stereoFrameTicks = (stereoFrameSamples * ticksPerSecond) / audioRateHz;
/** A larger step of the timestamps begins a new timeline; a smaller one is rounding. */
const maxDeviationTicks = 0.04 * ticksPerSecond;
/** Opus has the shortest frames, 400 a second. */
const maxFramesPerSecond = 500;
/** Minimum between two resamplers, because a camera may change its format or timeline with each frame. */
const resamplerIntervalMs = 200;

export interface AudioDecoderOptions {
  /** Takes each 20 ms of stereo; the frame is valid during the call. @param ticks its time on the 90 kHz media clock */
  onFrame(frame: Frame, ticks: number): void;
  /** A frame was too damaged to decode: it is heard as a gap, and the next one continues. */
  onDamaged(error: Error): void;
  /** A clock in milliseconds that limits how often formats and frames may change or come. */
  now?: (() => number) | undefined;
}

/** The format of a camera's audio. */
export interface AudioSource {
  sampleRateHz: number;
  channels: number;
}

/**
 * Decodes a camera's audio to 48 kHz, stereo, 20 ms. FFmpeg's parser cuts the elementary stream into frames; its decoder
 * and resampler do the rest. A frame costs a fraction of a millisecond, so it runs in place.
 */
export class AudioDecoder {
  readonly #options: AudioDecoderOptions;
  /** Null when each PES packet is one frame. */
  readonly #parser: CodecParser | null;
  readonly #decoder = new CodecContext();
  #resampler: FilterChain | undefined;
  #format = '';
  #source: AudioSource | undefined;
  readonly #parsed = newPacket();
  readonly #decoded = newFrame();
  readonly #resampled = newFrame();
  readonly #now: () => number;
  readonly #frameRate: RateMeter;
  #resamplerOpenedMs = Number.NEGATIVE_INFINITY;
  /** When the next decoded sample is due, by the latest timestamp. */
  #nextTicks: number | undefined;
  /** When the next stereo frame is due, by the frames so far. Undefined at the beginning of a timeline. */
  #nextStereoTicks: number | undefined;

  /** @throws Error for a codec that this FFmpeg lacks */
  constructor(format: AudioCodec | PlainAudio, options: AudioDecoderOptions) {
    const codecName = typeof format === 'string' ? format : format.codec;
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#frameRate = new RateMeter(maxFramesPerSecond, this.#now);
    const id = codecIds[codecName];
    const codec = Codec.findDecoder(id);
    this.#parser = unparsed.has(codecName) ? null : new CodecParser();
    this.#parser?.init(id);
    this.#decoder.allocContext3(codec);
    this.#decoder.pktTimebase = tickBase;
    if (typeof format !== 'string') {
      this.#decoder.sampleRate = format.sampleRateHz;
      this.#decoder.channelLayout = format.channels === 1 ? AV_CHANNEL_LAYOUT_MONO : AV_CHANNEL_LAYOUT_STEREO;
    }
    try {
      FFmpegError.throwIfError(this.#decoder.open2Sync(codec, null), `open the ${codecName} decoder`);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** Format of the camera's audio; undefined before the first frame. */
  get source(): AudioSource | undefined {
    return this.#source;
  }

  /**
   * Takes one PES packet with any number of frames. The last one may be incomplete.
   * @param ticks time of the first frame that begins in it, 90 kHz media clock
   * @throws Error when decoded audio cannot be resampled; the decoder is then unusable
   */
  addPesPacket(data: Buffer, ticks: number): void {
    if (this.#parser) this.#parse(this.#parser, data, BigInt(ticks));
    else if (!this.#frameRate.add(1)) {
      this.#parsed.data = data;
      this.#parsed.pts = BigInt(ticks);
      this.#decode();
      this.#parsed.unref();
    }
  }

  close(): void {
    this.#parser?.close();
    this.#decoder.freeContext();
    this.#resampler?.close();
    for (const part of [this.#parsed, this.#decoded, this.#resampled]) part.free();
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
      this.#resample(this.#decoded);
      this.#decoded.unref();
    }
  }

  #resample(frame: Frame): void {
    const stampTicks = frame.pts === AV_NOPTS_VALUE ? this.#nextTicks : Number(frame.pts);
    if (stampTicks === undefined) return;
    const isJump = this.#nextTicks === undefined || Math.abs(stampTicks - this.#nextTicks) > maxDeviationTicks;
    this.#nextTicks = stampTicks + (frame.nbSamples * ticksPerSecond) / frame.sampleRate;

    const format = describeAudio(frame);
    if (isJump || format !== this.#format) {
      const nowMs = this.#now();
      if (nowMs - this.#resamplerOpenedMs < resamplerIntervalMs) {
        this.#nextTicks = undefined;
        return;
      }
      this.#resamplerOpenedMs = nowMs;
      this.#resampler?.close();
      this.#resampler = this.#openResampler(frame);
      this.#format = format;
      this.#source = { sampleRateHz: frame.sampleRate, channels: frame.channelLayout.nbChannels };
      this.#nextStereoTicks = undefined;
    }
    if (!this.#resampler) return;
    frame.pts = BigInt(Math.round(stampTicks));
    const { source, sink } = this.#resampler;
    FFmpegError.throwIfError(source.buffersrcAddFrameSync(frame), 'resample');
    const timeBase = sink.buffersinkGetTimeBase();
    while (sink.buffersinkGetFrameSync(this.#resampled) >= 0) {
      this.#nextStereoTicks ??= Math.round(rescale(this.#resampled.pts, timeBase, ticksPerSecond));
      this.#options.onFrame(this.#resampled, this.#nextStereoTicks);
      this.#nextStereoTicks += stereoFrameTicks;
      this.#resampled.unref();
    }
  }

  /** @returns undefined for channels that cannot become stereo; a damaged frame may claim any */
  #openResampler(frame: Frame): FilterChain | undefined {
    try {
      return openStereoResampler(frame, tickBase, [['asetnsamples', `n=${stereoFrameSamples}:p=0`]]);
    } catch {
      return undefined;
    }
  }
}
