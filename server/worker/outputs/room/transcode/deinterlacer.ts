import { AV_BUFFERSRC_FLAG_KEEP_REF } from 'node-av/constants';
import { FFmpegError, type Frame } from 'node-av/lib';
import { RestartPause } from '@/lib/core/restart-pause';
import { ticksPerSecond } from '@/lib/core/timestamp33';
import { FilterChain } from '@/lib/media/filter-chain';
import { describeVideo, newFrame, rescale } from '@/lib/media/frame';

/** Makes whole frames of fields, one for one; whole frames pass. It holds one frame back. */
export class Deinterlacer {
  #source = '';
  #chain: FilterChain | undefined;
  #output = newFrame();
  /** Pause between two filter chains, because a camera may change its format with each frame. */
  #pause = new RestartPause();

  /**
   * @returns the frame before this one, valid until the next call; null when there is none, or the format changed too
   * soon
   * @throws Error when FFmpeg fails
   */
  async addFrame(frame: Frame): Promise<Frame | null> {
    const source = describeVideo(frame);
    if (source !== this.#source) {
      if (!this.#pause.isOver) return null;
      this.#pause.begin();
      this.#chain?.close();
      this.#chain = new FilterChain([
        ['buffer', source],
        ['bwdif', 'mode=send_frame:deint=interlaced'],
        ['buffersink'],
      ]);
      this.#source = source;
    }
    if (!this.#chain) return null;
    const { source: input, sink } = this.#chain;
    FFmpegError.throwIfError(await input.buffersrcAddFrame(frame, AV_BUFFERSRC_FLAG_KEEP_REF), 'deinterlace');
    this.#output.unref();
    if ((await sink.buffersinkGetFrame(this.#output)) < 0) return null;
    const ticks = rescale(this.#output.pts, sink.buffersinkGetTimeBase(), ticksPerSecond);
    this.#output.pts = BigInt(Math.round(ticks));
    return this.#output;
  }

  close(): void {
    this.#chain?.close();
    this.#output.free();
  }
}
