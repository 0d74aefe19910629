import {
  AV_CHANNEL_LAYOUT_STEREO,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_CODEC_ID_AAC,
  AV_NOPTS_VALUE,
  AV_SAMPLE_FMT_FLTP,
} from 'node-av/constants';
import { Codec, CodecContext, Frame, Packet, Rational } from 'node-av/lib';
import { MuxError } from '../mux-error';
import type { ClipInput } from './clip-input';
import { FilterChain } from './filter-chain';

const { check } = MuxError;

export const soundRateHz = 48_000;
const channels = 2;
const bitrateBps = 192_000n;
const frameSamples = 1_024;
/** The length of a fade on either side of a cut, so that none clicks: 5 ms. */
const fadeSamples = 240;
/** A smaller step between two frames is rounding. */
const maxRoundingSamples = 48;
/** The maximum stretch of audio to follow its timestamps, as a microphone's clock is not the video's: 2 %. */
const maxStretchHz = 1_000;

const samplesOf = (us: number): number => Math.round((us / 1e6) * soundRateHz);

/**
 * The program's sound: that of the camera on air, in one AAC track. Where it has none, there is silence of that length, so
 * that sound and picture never part.
 */
export class ProgramSound {
  readonly encoder = new CodecContext();
  readonly #onPacket: (packet: Packet) => void;
  readonly #encoded = new Packet();
  /** Samples that are not encoded yet, interleaved. */
  readonly #pending = new Float32Array(frameSamples * channels);
  #pendingSamples = 0;
  #encodedSamples = 0;

  /** @param onPacket takes each AAC frame, in units of a sample; it is valid during the call */
  constructor(onPacket: (packet: Packet) => void) {
    this.#onPacket = onPacket;
    this.#encoded.alloc();
    const codec = Codec.findEncoder(AV_CODEC_ID_AAC);
    this.encoder.allocContext3(codec);
    this.encoder.sampleRate = soundRateHz;
    this.encoder.sampleFormat = AV_SAMPLE_FMT_FLTP;
    this.encoder.channelLayout = AV_CHANNEL_LAYOUT_STEREO;
    this.encoder.timeBase = new Rational(1, soundRateHz);
    this.encoder.bitRate = bitrateBps;
    this.encoder.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER);
    // A third of the cost of FFmpeg's own choice.
    check(this.encoder.setOption('aac_coder', 'fast'), 'codec', 'The AAC encoder cannot be set up');
    check(this.encoder.open2Sync(codec, null), 'codec', 'The AAC encoder cannot be opened');
  }

  /** Begins a clip's sound. @param startUs @param endUs in the program, in microseconds */
  beginClip(input: ClipInput, startUs: number, endUs: number): ClipSound {
    const range = { start: samplesOf(startUs), end: samplesOf(endUs) };
    return new ClipSound(input, range, startUs - input.clip.fromUs, (samples, left, right) =>
      this.#add(samples, left, right),
    );
  }

  /** Encodes what is left. */
  finish(): void {
    if (this.#pendingSamples > 0) this.#encode();
    check(this.encoder.sendFrameSync(null), 'cannot_write', 'The sound cannot be finished');
    this.#receive();
  }

  /** How far it is written, in samples. */
  get #position(): number {
    return this.#encodedSamples + this.#pendingSamples;
  }

  /** Places a sample; what lies between the last one and it is silence. */
  #add(position: number, left: number, right: number): void {
    while (this.#position < position) this.#push(0, 0);
    if (this.#position === position) this.#push(left, right);
  }

  #push(left: number, right: number): void {
    this.#pending[this.#pendingSamples * channels] = left;
    this.#pending[this.#pendingSamples * channels + 1] = right;
    if (++this.#pendingSamples === frameSamples) this.#encode();
  }

  #encode(): void {
    const nbSamples = this.#pendingSamples;
    const planes = new Float32Array(nbSamples * channels);
    for (let index = 0; index < nbSamples; index++) {
      planes[index] = this.#pending[index * channels] ?? 0;
      planes[nbSamples + index] = this.#pending[index * channels + 1] ?? 0;
    }
    const frame = Frame.fromAudioBuffer(Buffer.from(planes.buffer), {
      nbSamples,
      format: AV_SAMPLE_FMT_FLTP,
      sampleRate: soundRateHz,
      channelLayout: AV_CHANNEL_LAYOUT_STEREO,
      timeBase: { num: 1, den: soundRateHz },
      pts: BigInt(this.#encodedSamples),
    });
    this.#encodedSamples += nbSamples;
    this.#pendingSamples = 0;
    check(this.encoder.sendFrameSync(frame), 'cannot_write', 'The sound cannot be encoded');
    frame.free();
    this.#receive();
  }

  #receive(): void {
    while (this.encoder.receivePacketSync(this.#encoded) >= 0) {
      this.#onPacket(this.#encoded);
      this.#encoded.unref();
    }
  }
}

type AddSample = (position: number, left: number, right: number) => void;

/** The sound of one clip: its camera's first audio track, from cut to cut. */
class ClipSound {
  readonly #input: ClipInput;
  readonly #range: { start: number; end: number };
  /** From the time of capture to the time in the program. */
  readonly #shiftUs: number;
  readonly #add: AddSample;
  readonly #decoder: CodecContext | null;
  readonly #decoded = new Frame();
  readonly #resampled = new Frame();
  #resampler: FilterChain | null = null;
  #format = '';
  /** Where the next resampled frame belongs, in samples of the program. */
  #next: number | null = null;

  constructor(input: ClipInput, range: { start: number; end: number }, shiftUs: number, add: AddSample) {
    this.#input = input;
    this.#range = range;
    this.#shiftUs = shiftUs;
    this.#add = add;
    this.#decoded.alloc();
    this.#resampled.alloc();
    this.#decoder = openDecoder(input);
  }

  /** Takes a packet of the audio track. A damaged one is heard as a gap. */
  push(packet: Packet): void {
    if (!this.#decoder || this.#decoder.sendPacketSync(packet) < 0) return;
    this.#receive(this.#decoder);
  }

  /** Ends the clip, with silence where its sound has ended before. */
  finish(): void {
    if (this.#decoder && this.#decoder.sendPacketSync(null) >= 0) this.#receive(this.#decoder);
    this.#flushResampler();
    if (this.#range.end > this.#range.start) this.#add(this.#range.end - 1, 0, 0);
    this.#decoder?.freeContext();
    this.#decoded.free();
    this.#resampled.free();
  }

  #receive(decoder: CodecContext): void {
    const stream = this.#input.audio;
    while (stream && decoder.receiveFrameSync(this.#decoded) >= 0) {
      if (this.#decoded.pts !== AV_NOPTS_VALUE) {
        this.#resample(samplesOf(this.#input.timeUs(this.#decoded.pts, stream) + this.#shiftUs));
      }
      this.#decoded.unref();
    }
  }

  /** @param position of the decoded frame's first sample in the program */
  #resample(position: number): void {
    const { sampleRate, format, channelLayout } = this.#decoded;
    const { mask, nbChannels } = channelLayout;
    const layout = mask ? `channel_layout=0x${mask.toString(16)}` : `channels=${nbChannels}`;
    const described = `sample_rate=${sampleRate}:sample_fmt=${format}:${layout}`;
    if (described !== this.#format) {
      this.#flushResampler();
      this.#format = described;
      this.#resampler = new FilterChain([
        ['abuffer', `time_base=1/${soundRateHz}:${described}`],
        ['aresample', `${soundRateHz}:async=${maxStretchHz}`],
        ['aformat', 'sample_fmts=flt:channel_layouts=stereo'],
        ['abuffersink'],
      ]);
    }
    if (!this.#resampler) return;
    this.#decoded.pts = BigInt(position);
    const given = this.#resampler.source.buffersrcAddFrameSync(this.#decoded);
    check(given, 'damaged', 'The sound cannot be resampled');
    this.#place();
  }

  #flushResampler(): void {
    if (!this.#resampler) return;
    this.#resampler.source.buffersrcAddFrameSync(null);
    this.#place();
    this.#resampler.close();
    this.#resampler = null;
    this.#next = null;
  }

  /** Places what the resampler has, between the clip's two cuts. */
  #place(): void {
    if (!this.#resampler) return;
    const { start, end } = this.#range;
    const { num, den } = this.#resampler.sink.buffersinkGetTimeBase();
    while (this.#resampler.sink.buffersinkGetFrameSync(this.#resampled) >= 0) {
      const { nbSamples, data, pts } = this.#resampled;
      const said = Math.round((Number(pts) * num * soundRateHz) / den);
      const isStep = this.#next === null || Math.abs(said - this.#next) > maxRoundingSamples;
      const first: number = isStep ? said : (this.#next ?? said);
      this.#next = first + nbSamples;
      const plane = data?.[0];
      const samples = plane && new Float32Array(plane.buffer, plane.byteOffset, nbSamples * channels);
      for (let index = Math.max(0, start - first); samples && index < Math.min(nbSamples, end - first); index++) {
        const position = first + index;
        const gain = Math.min(1, (position - start) / fadeSamples, (end - position) / fadeSamples);
        this.#add(position, (samples[index * channels] ?? 0) * gain, (samples[index * channels + 1] ?? 0) * gain);
      }
      this.#resampled.unref();
    }
  }
}

/** @returns null without audio, or for a codec that this FFmpeg cannot decode: then there is silence */
function openDecoder({ audio }: ClipInput): CodecContext | null {
  const codec = audio && Codec.findDecoder(audio.codecpar.codecId);
  if (!codec) return null;
  const decoder = new CodecContext();
  decoder.allocContext3(codec);
  check(audio.codecpar.toContext(decoder), 'damaged', 'The sound cannot be decoded');
  decoder.pktTimebase = audio.timeBase;
  check(decoder.open2Sync(codec, null), 'damaged', 'The sound cannot be decoded');
  return decoder;
}
