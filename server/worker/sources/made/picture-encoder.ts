import { AV_PICTURE_TYPE_I, AV_PICTURE_TYPE_NONE, AV_PIX_FMT_YUV420P, FF_ENCODER_LIBX264 } from 'node-av/constants';
import { type CodecContext, FFmpegError, type Frame, Rational } from 'node-av/lib';
import {
  type EncoderKind,
  giveUpEncoder,
  libx264,
  openH264Encoder,
  tryEncoders,
} from '@/lib/media/codecs/open-h264-encoder';
import { makeVideoEncoder } from '@/lib/media/codecs/video-encoder';
import { newPacket, pictureFrame, type Size } from '@/lib/media/frame';
import { mayEncodeInHardware } from '@/lib/platform/env/worker-env';
import { log } from '@/lib/platform/log';
import { PictureUpload } from './picture-upload';

export interface PictureEncoderOptions {
  size: Size;
  fps: number;
  keyframeIntervalFrames: number;
  /** Options of libx264, by FFmpeg's names. */
  video: Record<string, string>;
  /** Cap of the video over each second; null: none. Hardware encodes only pictures with a cap, at that bitrate. */
  maxVideoBps: number | null;
  /** A picture whose colours it tells; without one they are those of {@link pictureFrame}. */
  colours?: Pick<Frame, 'colorRange' | 'colorSpace' | 'colorPrimaries' | 'colorTrc'>;
}

interface EncodedPicture {
  /** NAL units in annex B. */
  data: Buffer;
  isKeyframe: boolean;
}

/**
 * Encodes pictures of {@link pictureFrame}'s kind as H.264, without B-frames and without a delay. The machine's hardware
 * does it where it can: the first picture is the trial. Hardware that fails gives way to libx264, which goes on with a
 * keyframe of the same picture.
 */
export class PictureEncoder {
  readonly #options: PictureEncoderOptions;
  readonly #packet = newPacket();
  #opened: OpenEncoder | null = null;

  constructor(options: PictureEncoderOptions) {
    this.#options = options;
  }

  /** The encoder that is used, by FFmpeg's name; undefined before the first picture. */
  get encoderName(): string | undefined {
    return this.#opened?.kind.name;
  }

  /**
   * @param ticks of 90 kHz, which only grow
   * @param isKeyframe whether a player must be able to begin here; others come by the interval
   * @returns the access unit, as long as FFmpeg makes one at once
   * @throws FFmpegError when it cannot be encoded
   */
  async encode(picture: Frame, ticks: number, isKeyframe = false): Promise<EncodedPicture[]> {
    picture.pts = BigInt(Math.round(ticks));
    const opened = this.#opened;
    if (!opened) return this.#begin(picture);
    try {
      return await this.#encodeBy(opened, picture, isKeyframe);
    } catch (error) {
      if (opened.kind === libx264) throw error;
      log.warn({ err: error, encoder: opened.kind.name }, 'encoder: it has failed, and software goes on');
      giveUpEncoder(opened.kind);
      this.#opened = openSoftware(this.#options);
      opened.close();
      return this.#encodeBy(this.#opened, picture, true);
    }
  }

  close(): void {
    this.#opened?.close();
    this.#packet.free();
  }

  /** Takes the first encoder that makes something of the picture. */
  #begin(picture: Frame): Promise<EncodedPicture[]> {
    const { maxVideoBps } = this.#options;
    const mayUseHardware = maxVideoBps !== null && mayEncodeInHardware();
    return tryEncoders(
      { mayUseHardware },
      async (kind) => {
        const isSoftware = kind === libx264 || maxVideoBps === null;
        const opened = isSoftware
          ? openSoftware(this.#options)
          : await openHardware(kind, picture, this.#options, maxVideoBps);
        try {
          const encoded = await this.#encodeBy(opened, picture, true);
          this.#opened = opened;
          return encoded;
        } catch (error) {
          opened.close();
          throw error;
        }
      },
      (kind, err) => log.debug({ err, encoder: kind.name }, 'encoder: not usable on this machine'),
    );
  }

  async #encodeBy(
    { kind, encoder, upload }: OpenEncoder,
    picture: Frame,
    isKeyframe: boolean,
  ): Promise<EncodedPicture[]> {
    const frame = upload?.take(picture) ?? picture;
    // A camera's own kinds of frames are no wish.
    frame.pictType = isKeyframe ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE;
    const sent = await encoder.sendFrame(frame);
    FFmpegError.throwIfError(sent, 'encode a picture');
    const encoded: EncodedPicture[] = [];
    // Sending did the work already.
    while (encoder.receivePacketSync(this.#packet) >= 0) {
      const { data, isKeyframe: isKey } = this.#packet;
      if (data) encoded.push({ data: Buffer.from(data), isKeyframe: isKey });
      this.#packet.unref();
    }
    if (kind !== libx264 && encoded.length !== 1) throw new Error(`${kind.name} does not encode each picture at once`);
    return encoded;
  }
}

class OpenEncoder {
  readonly kind: EncoderKind;
  readonly encoder: CodecContext;
  /** Null where the encoder takes pictures as they are. */
  readonly upload: PictureUpload | null;

  constructor(kind: EncoderKind, encoder: CodecContext, upload: PictureUpload | null = null) {
    this.kind = kind;
    this.encoder = encoder;
    this.upload = upload;
  }

  close(): void {
    this.encoder.freeContext();
    this.upload?.close();
  }
}

function openSoftware(options: PictureEncoderOptions): OpenEncoder {
  const { size, fps, keyframeIntervalFrames, video, maxVideoBps, colours } = options;
  const frame = pictureFrame(Buffer.alloc((size.width * size.height * 3) / 2), size);
  if (colours) {
    frame.colorRange = colours.colorRange;
    frame.colorSpace = colours.colorSpace;
    frame.colorPrimaries = colours.colorPrimaries;
    frame.colorTrc = colours.colorTrc;
  }
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
  return new OpenEncoder(libx264, encoder);
}

/** @throws Error when this machine cannot open it */
async function openHardware(
  kind: EncoderKind,
  picture: Frame,
  { fps, keyframeIntervalFrames }: PictureEncoderOptions,
  bitrateBps: number,
): Promise<OpenEncoder> {
  const choice = { preset: 'superfast', profile: 'high', maxThreads: 1, mayUseHardware: true } as const;
  const rate = { framerate: new Rational(fps, 1), bitrateBps, keyframeIntervalFrames };
  if (kind.upload.length === 0) return new OpenEncoder(kind, await openH264Encoder(kind, choice, picture, rate));
  const upload = new PictureUpload(kind, picture);
  try {
    return new OpenEncoder(kind, await openH264Encoder(kind, choice, upload.take(picture), rate), upload);
  } catch (error) {
    upload.close();
    throw error;
  }
}
