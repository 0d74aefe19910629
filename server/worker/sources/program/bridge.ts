import { AV_FRAME_FLAG_INTERLACED, AV_PIX_FMT_YUV420P } from 'node-av/constants';
import { type CodecContext, FFmpegError, type Frame } from 'node-av/lib';
import { ticksPerMs } from '@/lib/core/timestamp33';
import { splitAnnexB } from '@/lib/media/codecs/annex-b';
import { makeVideoDecoder } from '@/lib/media/codecs/video-decoder';
import { evenSize, newFrame, newPacket, pixelAspect, squareSize } from '@/lib/media/frame';
import type { VideoTrack } from '../../program/video-track';
import { PictureEncoder } from '../made/picture-encoder';
import { PictureScaler } from '../made/picture-scaler';
import type { QueuedUnit } from './camera-units';

/** Good enough to go unnoticed beside the camera's own frames, and quick. */
const video = { preset: 'superfast', tune: 'zerolatency', crf: '20', 'x264-params': 'scenecut=0' };
/** Only frame rate control asks for it: each frame has its own time. */
const fps = 30;
/** A camera that gives no keyframe to go on with is encoded for good. */
const keyframeIntervalFrames = 60;

/** A frame that was encoded here. */
export interface BridgedUnit {
  nals: Buffer[];
  /** By the program's time. */
  ms: number;
  isKeyframe: boolean;
}

/**
 * Encodes a camera's frames from a moment on, until the camera's next keyframe: decoders need what lies before the frames
 * that it sends itself.
 */
export class Bridge {
  /** The frames that are encoded and not sent yet. */
  readonly units: BridgedUnit[] = [];
  #fromMs: number;
  readonly #packet = newPacket();
  readonly #frame = newFrame();
  #decoder: CodecContext | undefined;
  #track: VideoTrack | null = null;
  #scaler: PictureScaler | undefined;
  #encoder: PictureEncoder | undefined;
  /** The encoder was opened for frames of this format. */
  #format = '';
  #isEnded = false;

  /** @param fromMs the first moment that is shown */
  constructor(fromMs: number) {
    this.#fromMs = fromMs;
  }

  /**
   * Takes the camera's next access unit. The first ones are left out until one is a keyframe.
   * @param ms when it is shown @throws FFmpegError
   */
  async add(unit: Pick<QueuedUnit, 'data' | 'isKeyframe'>, ms: number, track: VideoTrack): Promise<void> {
    if (!this.#decoder || this.#isEnded || this.#track !== track) {
      if (!unit.isKeyframe) return;
      await this.#open(track);
    }
    this.#packet.data = unit.data;
    this.#packet.pts = BigInt(Math.round(ms * ticksPerMs));
    this.#packet.dts = this.#packet.pts;
    // A damaged access unit is no reason to stop: the decoder conceals it.
    await this.#decoder?.sendPacket(this.#packet);
    this.#packet.unref();
    await this.#encodeFrames();
  }

  /** Shows nothing before a later moment: what is encoded counts no more. */
  moveTo(fromMs: number): void {
    this.#fromMs = fromMs;
    this.units.length = 0;
    this.#encoder?.close();
    this.#encoder = undefined;
  }

  /** The camera's next unit stands by itself: encodes what the decoder holds. @throws FFmpegError */
  async end(): Promise<void> {
    if (!this.#decoder || this.#isEnded) return;
    this.#isEnded = true;
    await this.#decoder.sendPacket(null);
    await this.#encodeFrames();
  }

  close(): void {
    this.#decoder?.freeContext();
    this.#encoder?.close();
    this.#scaler?.close();
    for (const part of [this.#packet, this.#frame]) part.free();
  }

  async #open(track: VideoTrack): Promise<void> {
    await this.end();
    this.#decoder?.freeContext();
    const { codec, decoder } = makeVideoDecoder(track.codec, {
      isReordered: true,
      maxThreads: 2,
      maxPixels: track.maxPixels,
    });
    this.#decoder = decoder;
    this.#track = track;
    this.#isEnded = false;
    FFmpegError.throwIfError(await decoder.open2(codec, null), `open the ${track.codec} decoder`);
  }

  async #encodeFrames(): Promise<void> {
    while (this.#decoder && this.#decoder.receiveFrameSync(this.#frame) >= 0) {
      const ms = Number(this.#frame.pts) / ticksPerMs;
      if (ms >= this.#fromMs) await this.#encode(this.#frame, ms);
      this.#frame.unref();
    }
  }

  async #encode(frame: Frame, ms: number): Promise<void> {
    const picture = isPlain(frame) ? frame : await this.#scale(frame);
    if (!picture) return;
    const format = `${picture.width}x${picture.height} ${picture.colorSpace} ${picture.colorRange}`;
    if (!this.#encoder || format !== this.#format) {
      this.#encoder?.close();
      this.#encoder = new PictureEncoder({
        size: { width: picture.width, height: picture.height },
        fps,
        keyframeIntervalFrames,
        video,
        // Hardware takes too long to open for a few frames, and encodes only with a cap.
        maxVideoBps: null,
        colours: picture,
      });
      this.#format = format;
    }
    for (const { data, isKeyframe } of await this.#encoder.encode(picture, ms * ticksPerMs)) {
      this.units.push({ nals: splitAnnexB(data), ms, isKeyframe });
    }
  }

  async #scale(frame: Frame): Promise<Frame | null> {
    this.#scaler ??= new PictureScaler(evenSize(squareSize(frame)));
    await this.#scaler.scale(frame);
    return this.#scaler.picture;
  }
}

/** Whether the encoder takes a frame as it is. */
function isPlain(frame: Frame): boolean {
  const { num, den } = pixelAspect(frame);
  const isEven = frame.width % 2 === 0 && frame.height % 2 === 0;
  const isInterlaced = (frame.flags & AV_FRAME_FLAG_INTERLACED) !== 0;
  return frame.format === AV_PIX_FMT_YUV420P && num === den && isEven && !isInterlaced;
}
