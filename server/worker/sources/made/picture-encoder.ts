import {
  AV_PICTURE_TYPE_I,
  AV_PICTURE_TYPE_NONE,
  AV_PIX_FMT_YUV420P,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT709,
  FF_ENCODER_LIBX264,
} from 'node-av/constants';
import { type CodecContext, FFmpegError, Frame, Rational } from 'node-av/lib';
import { makeVideoEncoder } from '@/lib/media/codecs/video-encoder';
import { newPacket, type Size, tickBase } from '@/lib/media/frame';

export interface PictureEncoderOptions {
  size: Size;
  fps: number;
  keyframeIntervalFrames: number;
  /** Options of libx264, by FFmpeg's names. */
  video: Record<string, string>;
  /** Cap of the video over each second; null: none. */
  maxVideoBps: number | null;
}

interface EncodedPicture {
  /** NAL units in annex B. */
  data: Buffer;
  isKeyframe: boolean;
}

/** Encodes pictures of {@link pictureFrame}'s kind as H.264, without B-frames and without a delay. */
export class PictureEncoder {
  readonly #encoder: CodecContext;
  readonly #packet = newPacket();

  /** @throws FFmpegError when the encoder does not open */
  constructor(options: PictureEncoderOptions) {
    this.#encoder = openEncoder(options);
  }

  /**
   * @param ticks of 90 kHz, which only grow
   * @param isKeyframe whether a player must be able to begin here; others come by the interval
   * @returns the access unit, as long as FFmpeg makes one at once
   * @throws FFmpegError when it cannot be encoded
   */
  async encode(picture: Frame, ticks: number, isKeyframe = false): Promise<EncodedPicture[]> {
    // A camera's own kinds of frames are no wish.
    picture.pictType = isKeyframe ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE;
    picture.pts = BigInt(Math.round(ticks));
    FFmpegError.throwIfError(await this.#encoder.sendFrame(picture), 'encode a picture');
    const encoded: EncodedPicture[] = [];
    // Sending did the work already.
    while (this.#encoder.receivePacketSync(this.#packet) >= 0) {
      const { data, isKeyframe: isKey } = this.#packet;
      if (data) encoded.push({ data: Buffer.from(data), isKeyframe: isKey });
      this.#packet.unref();
    }
    return encoded;
  }

  close(): void {
    this.#encoder.freeContext();
    this.#packet.free();
  }
}

/** A frame of planes of 4:2:0, one behind the other, in the colours of ITU-R BT.709. They must live as long as it. */
export function pictureFrame(planes: Buffer, size: Size): Frame {
  const format = { ...size, format: AV_PIX_FMT_YUV420P, timeBase: tickBase };
  const frame = Frame.fromVideoBuffer(planes, format);
  frame.colorRange = AVCOL_RANGE_MPEG;
  frame.colorSpace = AVCOL_SPC_BT709;
  return frame;
}

function openEncoder({ size, fps, keyframeIntervalFrames, video, maxVideoBps }: PictureEncoderOptions): CodecContext {
  const frame = pictureFrame(Buffer.alloc((size.width * size.height * 3) / 2), size);
  const { codec, encoder } = makeVideoEncoder(FF_ENCODER_LIBX264, frame, {
    pixelFormat: AV_PIX_FMT_YUV420P,
    framerate: new Rational(fps, 1),
    keyframeIntervalFrames,
  });
  frame.free();
  encoder.threadCount = 1;
  if (maxVideoBps !== null) {
    encoder.rcMaxRate = BigInt(maxVideoBps);
    encoder.rcBufferSize = maxVideoBps;
  }
  // Set separately, because node-av 6.1 frees the options of open2Sync twice.
  for (const [name, value] of Object.entries(video)) {
    FFmpegError.throwIfError(encoder.setOption(name, value), 'set up the encoder of a made picture');
  }
  FFmpegError.throwIfError(encoder.open2Sync(codec, null), 'open the encoder of a made picture');
  return encoder;
}
