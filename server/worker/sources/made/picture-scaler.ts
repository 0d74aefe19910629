import { AV_BUFFERSRC_FLAG_KEEP_REF, AV_FRAME_FLAG_INTERLACED } from 'node-av/constants';
import { FFmpegError, type Frame } from 'node-av/lib';
import { RestartPause } from '@/lib/core/restart-pause';
import { FilterChain, type FilterStep } from '@/lib/media/filter-chain';
import { describeVideo, newFrame, type Size, scaleSize, squareSize } from '@/lib/media/frame';

/** Fits the pictures of a camera into those of one size, between bars, as ITU-R BT.709. */
export class PictureScaler {
  readonly #size: Size;
  #scaled = newFrame();
  #scaling = newFrame();
  #hasPicture = false;
  /** Pause between two filter chains, because a camera may change its format with each frame. */
  readonly #pause = new RestartPause();
  #source = '';
  #chain: FilterChain | undefined;

  constructor(size: Size) {
    this.#size = size;
  }

  /** The latest picture, valid until the next one comes; null before the first. */
  get picture(): Frame | null {
    return this.#hasPicture ? this.#scaled : null;
  }

  /** Makes {@link picture} of a frame, unless the format changed too soon. @throws Error when FFmpeg fails */
  async scale(frame: Frame): Promise<void> {
    const isInterlaced = (frame.flags & AV_FRAME_FLAG_INTERLACED) !== 0;
    const source = `${describeVideo(frame)}:colorspace=${frame.colorSpace}:range=${frame.colorRange}`;
    const key = `${source} ${isInterlaced}`;
    if (key !== this.#source) {
      if (!this.#pause.isOver) return;
      this.#pause.begin();
      this.#chain?.close();
      this.#chain = undefined;
      this.#source = key;
      this.#chain = new FilterChain(this.#steps(source, frame, isInterlaced));
    }
    if (!this.#chain) return;
    const { source: input, sink } = this.#chain;
    FFmpegError.throwIfError(await input.buffersrcAddFrame(frame, AV_BUFFERSRC_FLAG_KEEP_REF), 'scale');
    if ((await sink.buffersinkGetFrame(this.#scaling)) < 0) return;
    this.#scaled.unref();
    [this.#scaled, this.#scaling] = [this.#scaling, this.#scaled];
    this.#hasPicture = true;
  }

  close(): void {
    this.#chain?.close();
    for (const frame of [this.#scaled, this.#scaling]) frame.free();
  }

  #steps(source: string, frame: Frame, isInterlaced: boolean): FilterStep[] {
    const { width, height } = this.#size;
    const from = squareSize(frame);
    const to = scaleSize(from, Math.min(width / from.width, height / from.height));
    return [
      ['buffer', source],
      ...(isInterlaced ? [['bwdif', 'mode=send_frame:deint=interlaced'] satisfies FilterStep] : []),
      ['scale', `${to.width}:${to.height}:flags=fast_bilinear:threads=1:out_color_matrix=bt709:out_range=tv`],
      ['format', 'yuv420p'],
      ['pad', `${width}:${height}:(ow-iw)/2:(oh-ih)/2`],
      ['setsar', '1'],
      ['buffersink'],
    ];
  }
}
