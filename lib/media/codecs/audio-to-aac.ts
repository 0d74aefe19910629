import { AV_NOPTS_VALUE } from 'node-av/constants';
import { FFmpegError, type Frame } from 'node-av/lib';
import { ticksPerSecond } from '@/lib/core/timestamp33';
import { FilterChain } from '../filter-chain';
import { newFrame, rescale, tickBase } from '../frame';
import { describeAudio } from '../stereo';
import { type AudioCodec, AudioDecoder, type PlainAudio } from './audio-decoder';
import { AudioEncoder } from './audio-encoder';

/** The maximum of the strictest platform. */
const bitrateBps = 128_000n;
const frameSamples = 1_024;

/** Turns a camera's audio into raw AAC LC: 48 kHz, stereo. */
export class AudioToAac {
  readonly #onFrame: (aac: Buffer, ticks: number) => void;
  readonly #decoder: AudioDecoder;
  readonly #encoder = new AudioEncoder('aac', { bitrateBps, timeBase: tickBase });
  readonly #grouped = newFrame();
  #filter: FilterChain | undefined;

  /**
   * @param onFrame takes each frame, with its time in ticks of 90 kHz
   * @throws Error when FFmpeg lacks a codec
   */
  constructor(codec: AudioCodec | PlainAudio, onFrame: (aac: Buffer, ticks: number) => void) {
    this.#onFrame = onFrame;
    this.#decoder = new AudioDecoder(codec, {
      onFrame: (frame, ticks) => this.#encode(frame, ticks),
      // It is heard as a gap.
      onDamaged: () => undefined,
    });
  }

  /** @param ticks of the first frame that begins in it, 90 kHz. @throws Error when it cannot be encoded; it is unusable then */
  addPesPacket(data: Buffer, ticks: number): void {
    this.#decoder.addPesPacket(data, ticks);
  }

  close(): void {
    this.#decoder.close();
    this.#encoder.close();
    this.#filter?.close();
    this.#grouped.free();
  }

  #encode(frame: Frame, ticks: number): void {
    this.#filter ??= new FilterChain([
      ['abuffer', `time_base=${tickBase.num}/${tickBase.den}:${describeAudio(frame)}`],
      ['aformat', 'sample_fmts=fltp'],
      ['asetnsamples', `n=${frameSamples}:p=0`],
      ['abuffersink'],
    ]);
    const { source, sink } = this.#filter;
    frame.pts = BigInt(Math.round(ticks));
    FFmpegError.throwIfError(source.buffersrcAddFrameSync(frame), 'group samples');
    // Another sample format comes in units of its own rate.
    const timeBase = sink.buffersinkGetTimeBase();
    while (sink.buffersinkGetFrameSync(this.#grouped) >= 0) {
      this.#grouped.pts = BigInt(Math.round(rescale(this.#grouped.pts, timeBase, ticksPerSecond)));
      this.#encoder.encode(this.#grouped, ({ data, pts }) => {
        if (data && pts !== AV_NOPTS_VALUE) this.#onFrame(Buffer.from(data), Number(pts));
      });
      this.#grouped.unref();
    }
  }
}
