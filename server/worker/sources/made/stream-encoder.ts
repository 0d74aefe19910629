import type { Frame } from 'node-av/lib';
import { ticksPerMs } from '@/lib/core/timestamp33';
import { splitAnnexB } from '@/lib/media/codecs/annex-b';
import type { SourceFeed } from '../source';
import { PictureEncoder, type PictureEncoderOptions } from './picture-encoder';
import { StreamMuxer } from './stream-muxer';

export interface StreamEncoderOptions extends PictureEncoderOptions {
  audioBps: bigint;
}

/**
 * Makes a camera's stream of pictures and sound that the worker has itself: H.264 and AAC in MPEG-TS. Each picture says
 * when it was captured.
 */
export class StreamEncoder {
  readonly #muxer: StreamMuxer;
  readonly #video: PictureEncoder;

  /** @throws FFmpegError when the encoder of the sound does not open */
  constructor(options: StreamEncoderOptions) {
    this.#muxer = new StreamMuxer(options);
    this.#video = new PictureEncoder(options);
  }

  /** The encoder of the pictures, by FFmpeg's name; undefined before the first one. */
  get videoEncoder(): string | undefined {
    return this.#video.encoderName;
  }

  /**
   * Sends a picture of {@link pictureFrame}'s kind.
   * @param clockMs the stream's time, which only grows @param capturedMs since 1970
   * @throws FFmpegError when it cannot be encoded
   */
  async sendPicture(picture: Frame, clockMs: number, capturedMs: number, feed: SourceFeed): Promise<void> {
    const ticks = clockMs * ticksPerMs;
    for (const { data, isKeyframe } of await this.#video.encode(picture, ticks)) {
      this.#muxer.sendUnit({ nals: splitAnnexB(data), pts: ticks, dts: ticks, isKeyframe, capturedMs }, feed);
    }
  }

  /** Sends a frame of sound, as {@link StreamMuxer.sendSound} says. */
  sendSound(samples: Float32Array, clockMs: number, feed: SourceFeed): void {
    this.#muxer.sendSound(samples, clockMs, feed);
  }

  close(): void {
    this.#video.close();
    this.#muxer.close();
  }
}
