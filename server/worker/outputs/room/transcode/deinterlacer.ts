import { AV_BUFFERSRC_FLAG_KEEP_REF } from 'node-av/constants';
import { FFmpegError, Frame } from 'node-av/lib';
import { RestartPause } from '../../../control/restart-pause';
import { describeFrame } from '../../../media/codecs/frame-source';
import { createFilterChain, type FilterChain } from '../../../media/filter-chain';

/** Makes whole frames of fields, one for one; whole frames pass. It holds one frame back. */
export class Deinterlacer {
  #source = '';
  #chain: FilterChain | undefined;
  #output = new Frame();
  /** Pause between two filter chains, because a camera may change its format with each frame. */
  #pause = new RestartPause();

  constructor() {
    this.#output.alloc();
  }

  /**
   * @returns the frame before this one, valid until the next call; null when there is none, or the format changed too
   * soon
   * @throws Error when FFmpeg fails
   */
  async pushFrame(frame: Frame): Promise<Frame | null> {
    const source = describeFrame(frame);
    if (source !== this.#source) {
      if (!this.#pause.isOver) return null;
      this.#pause.begin();
      this.#chain?.graph.free();
      this.#chain = createFilterChain([
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
    const { num, den } = sink.buffersinkGetTimeBase();
    this.#output.pts = BigInt(Math.round((Number(this.#output.pts) * num * 90_000) / den));
    return this.#output;
  }

  close(): void {
    this.#chain?.graph.free();
    this.#output.free();
  }
}
