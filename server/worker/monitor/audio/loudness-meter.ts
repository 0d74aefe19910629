import { AV_BUFFERSRC_FLAG_KEEP_REF } from 'node-av/constants';
import { FFmpegError, type Frame } from 'node-av/lib';
import type { Loudness } from '@/lib/contracts/worker-protocol';
import { energyOf, lufsOf } from '@/lib/core/loudness';
import { FilterChain } from '@/lib/media/filter-chain';
import { newFrame } from '@/lib/media/frame';
import { audioRateHz } from '@/lib/media/stereo';

/** FFmpeg measures each 100 ms. */
const measuresPerSecond = 10;
const momentaryMeasures = 0.4 * measuresPerSecond;
const shortTermMeasures = 3 * measuresPerSecond;
/** Blocks below it do not count (ITU-R BS.1770-5). */
const absoluteGateLufs = -70;

/** The loudness of stereo audio by EBU R 128, measured by FFmpeg's filter ebur128. */
export class LoudnessMeter {
  readonly #chain = new FilterChain([
    ['abuffer', `time_base=1/${audioRateHz}:sample_rate=${audioRateHz}:sample_fmt=flt:channel_layout=stereo`],
    ['ebur128', 'metadata=1:framelog=quiet'],
    ['abuffersink'],
  ]);
  readonly #measured = newFrame();
  #measures = 0;
  #energy = 0;
  #blocks = 0;
  #shortTermLufs: number | null = null;

  /** Takes the next samples. The caller keeps the frame. @throws Error when FFmpeg refuses it */
  addFrame(frame: Frame): void {
    const { source, sink } = this.#chain;
    FFmpegError.throwIfError(source.buffersrcAddFrameSync(frame, AV_BUFFERSRC_FLAG_KEEP_REF), 'measure loudness');
    while (sink.buffersinkGetFrameSync(this.#measured) >= 0) {
      this.#addMeasure(this.#measured.getMetadata().getAll());
      this.#measured.unref();
    }
  }

  /** @returns the loudness since the last call; null when nothing was measured */
  read(): Loudness | null {
    const momentaryLufs = this.#blocks > 0 ? lufsOf(this.#energy / this.#blocks) : null;
    const shortTermLufs = this.#shortTermLufs;
    this.#energy = 0;
    this.#blocks = 0;
    this.#shortTermLufs = null;
    return momentaryLufs === null && shortTermLufs === null ? null : { momentaryLufs, shortTermLufs };
  }

  close(): void {
    this.#chain.close();
    this.#measured.free();
  }

  #addMeasure(metadata: Record<string, string>): void {
    this.#measures++;
    const momentaryLufs = Number(metadata['lavfi.r128.M']);
    if (this.#measures >= momentaryMeasures && momentaryLufs > absoluteGateLufs) {
      this.#energy += energyOf(momentaryLufs);
      this.#blocks++;
    }
    const shortTermLufs = Number(metadata['lavfi.r128.S']);
    if (this.#measures >= shortTermMeasures && shortTermLufs > absoluteGateLufs) this.#shortTermLufs = shortTermLufs;
  }
}
