import { AV_CHANNEL_LAYOUT_STEREO, AV_NOPTS_VALUE, AV_SAMPLE_FMT_FLTP } from 'node-av/constants';
import { type CodecContext, Frame, type Packet, Rational, type Stream } from 'node-av/lib';
import { AudioEncoder } from '@/lib/media/codecs/audio-encoder';
import type { FilterChain } from '@/lib/media/filter-chain';
import { newFrame, rescale } from '@/lib/media/frame';
import { audioRateHz, describeAudio, openStereoResampler, samplesOf, stereoChannels } from '@/lib/media/stereo';
import { MuxError } from '../mux-error';
import { openDecoder } from '../recording-input';
import type { ClipInput } from './clip-input';

const { check } = MuxError;

/** The unit of the audio's timestamps: a sample. */
export const sampleBase = new Rational(1, audioRateHz);
const bitrateBps = 192_000n;
const frameSamples = 1_024;
/** The length of a fade on either side of a cut, so that none clicks: 5 ms. */
const fadeSamples = 240;
/** A smaller step between two frames is rounding. */
const maxRoundingSamples = 48;

const sampleAt = (us: number): number => Math.round((us / 1e6) * audioRateHz);

/**
 * The program's audio: that of the camera on air, in one AAC track. Where it has none, there is silence of that length, so
 * that audio and picture never part.
 */
export class ProgramAudio {
  readonly #encoder = new AudioEncoder('aac', { bitrateBps, timeBase: sampleBase, isForFile: true });
  readonly #onPacket: (packet: Packet) => void;
  /** Samples that are not encoded yet, interleaved. */
  readonly #pending = new Float32Array(frameSamples * stereoChannels);
  #pendingSamples = 0;
  #encodedSamples = 0;

  /** @param onPacket takes each AAC frame, in units of a sample; it is valid during the call */
  constructor(onPacket: (packet: Packet) => void) {
    this.#onPacket = onPacket;
  }

  /** The encoder, for the track's parameters. */
  get context(): CodecContext {
    return this.#encoder.context;
  }

  /** Begins a clip's audio. @param startUs @param endUs in the program, in microseconds */
  beginClip(input: ClipInput, startUs: number, endUs: number): ClipAudio {
    const range = { start: sampleAt(startUs), end: sampleAt(endUs) };
    return new ClipAudio(input, range, startUs - input.clip.fromUs, (samples, left, right) =>
      this.#add(samples, left, right),
    );
  }

  /** Encodes what is left. */
  finish(): void {
    if (this.#pendingSamples > 0) this.#encode();
    this.#encoder.encode(null, this.#onPacket);
    this.#encoder.close();
  }

  /** How far it is written, in samples. */
  get #position(): number {
    return this.#encodedSamples + this.#pendingSamples;
  }

  /** Places a sample; what lies between the last one and it is silence. */
  #add(position: number, left: number, right: number): void {
    while (this.#position < position) this.#append(0, 0);
    if (this.#position === position) this.#append(left, right);
  }

  #append(left: number, right: number): void {
    this.#pending[this.#pendingSamples * stereoChannels] = left;
    this.#pending[this.#pendingSamples * stereoChannels + 1] = right;
    if (++this.#pendingSamples === frameSamples) this.#encode();
  }

  #encode(): void {
    const nbSamples = this.#pendingSamples;
    const planes = new Float32Array(nbSamples * stereoChannels);
    for (let index = 0; index < nbSamples; index++) {
      planes[index] = this.#pending[index * stereoChannels] ?? 0;
      planes[nbSamples + index] = this.#pending[index * stereoChannels + 1] ?? 0;
    }
    const frame = Frame.fromAudioBuffer(Buffer.from(planes.buffer), {
      nbSamples,
      format: AV_SAMPLE_FMT_FLTP,
      sampleRate: audioRateHz,
      channelLayout: AV_CHANNEL_LAYOUT_STEREO,
      timeBase: sampleBase,
      pts: BigInt(this.#encodedSamples),
    });
    this.#encodedSamples += nbSamples;
    this.#pendingSamples = 0;
    this.#encoder.encode(frame, this.#onPacket);
    frame.free();
  }
}

type AddSample = (position: number, left: number, right: number) => void;

/** The audio of one clip: its camera's first audio track, from cut to cut. */
class ClipAudio {
  readonly #input: ClipInput;
  readonly #range: { start: number; end: number };
  /** From the time of capture to the time in the program. */
  readonly #shiftUs: number;
  readonly #add: AddSample;
  readonly #track: Stream | null;
  readonly #decoder: CodecContext | null;
  readonly #decoded = newFrame();
  readonly #resampled = newFrame();
  #resampler: FilterChain | null = null;
  #format = '';
  /** Where the next resampled frame belongs, in samples of the program. */
  #next: number | null = null;

  constructor(input: ClipInput, range: { start: number; end: number }, shiftUs: number, add: AddSample) {
    this.#input = input;
    this.#range = range;
    this.#shiftUs = shiftUs;
    this.#add = add;
    this.#track = input.audio[0] ?? null;
    // A codec that FFmpeg lacks is silence.
    this.#decoder = this.#track && openDecoder(this.#track);
  }

  /** Takes a packet of that track. A damaged one is heard as a gap. */
  addPacket(packet: Packet): void {
    if (!this.#decoder || this.#decoder.sendPacketSync(packet) < 0) return;
    this.#receive(this.#decoder);
  }

  /** Ends the clip, with silence where its audio has ended before. */
  finish(): void {
    if (this.#decoder && this.#decoder.sendPacketSync(null) >= 0) this.#receive(this.#decoder);
    this.#flushResampler();
    if (this.#range.end > this.#range.start) this.#add(this.#range.end - 1, 0, 0);
    this.#decoder?.freeContext();
    this.#decoded.free();
    this.#resampled.free();
  }

  #receive(decoder: CodecContext): void {
    const stream = this.#track;
    while (stream && decoder.receiveFrameSync(this.#decoded) >= 0) {
      if (this.#decoded.pts !== AV_NOPTS_VALUE) {
        this.#resample(sampleAt(this.#input.timeUs(this.#decoded.pts, stream) + this.#shiftUs));
      }
      this.#decoded.unref();
    }
  }

  /** @param position of the decoded frame's first sample in the program */
  #resample(position: number): void {
    const described = describeAudio(this.#decoded);
    if (described !== this.#format) {
      this.#flushResampler();
      this.#format = described;
      this.#resampler = openStereoResampler(this.#decoded, sampleBase);
    }
    if (!this.#resampler) return;
    this.#decoded.pts = BigInt(position);
    const given = this.#resampler.source.buffersrcAddFrameSync(this.#decoded);
    check(given, 'damaged', 'The audio cannot be resampled');
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
    const timeBase = this.#resampler.sink.buffersinkGetTimeBase();
    while (this.#resampler.sink.buffersinkGetFrameSync(this.#resampled) >= 0) {
      const { nbSamples, pts } = this.#resampled;
      const said = Math.round(rescale(pts, timeBase, audioRateHz));
      const isStep = this.#next === null || Math.abs(said - this.#next) > maxRoundingSamples;
      const first: number = isStep ? said : (this.#next ?? said);
      this.#next = first + nbSamples;
      const samples = samplesOf(this.#resampled);
      for (let index = Math.max(0, start - first); index < Math.min(nbSamples, end - first); index++) {
        const position = first + index;
        const gain = Math.min(1, (position - start) / fadeSamples, (end - position) / fadeSamples);
        this.#add(
          position,
          (samples[index * stereoChannels] ?? 0) * gain,
          (samples[index * stereoChannels + 1] ?? 0) * gain,
        );
      }
      this.#resampled.unref();
    }
  }
}
