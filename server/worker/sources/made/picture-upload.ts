import { AV_BUFFERSRC_FLAG_KEEP_REF } from 'node-av/constants';
import { FFmpegError, type Frame, type HardwareDeviceContext } from 'node-av/lib';
import type { EncoderKind } from '@/lib/media/codecs/open-h264-encoder';
import { FilterChain } from '@/lib/media/filter-chain';
import { describeVideo, newFrame } from '@/lib/media/frame';

/** Brings pictures of one kind to where a hardware encoder takes them. */
export class PictureUpload {
  readonly #chain: FilterChain;
  readonly #device: HardwareDeviceContext | null;
  readonly #frame = newFrame();

  /** @throws Error when this machine has no such device */
  constructor(kind: EncoderKind, picture: Frame) {
    this.#device = kind.openDevice();
    try {
      this.#chain = new FilterChain([['buffer', describeVideo(picture)], ...kind.upload, ['buffersink']], this.#device);
    } catch (error) {
      this.#frame.free();
      this.#device?.free();
      throw error;
    }
  }

  /** @returns the picture as the encoder takes it, valid until the next one @throws FFmpegError when that fails */
  take(picture: Frame): Frame {
    const { source, sink } = this.#chain;
    this.#frame.unref();
    FFmpegError.throwIfError(source.buffersrcAddFrameSync(picture, AV_BUFFERSRC_FLAG_KEEP_REF), 'upload a picture');
    FFmpegError.throwIfError(sink.buffersinkGetFrameSync(this.#frame), 'upload a picture');
    return this.#frame;
  }

  close(): void {
    this.#frame.free();
    this.#chain.close();
    this.#device?.free();
  }
}
