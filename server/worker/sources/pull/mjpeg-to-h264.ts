import { type CodecContext, FFmpegError } from 'node-av/lib';
import { ticksBetween, ticksPerSecond } from '@/lib/core/timestamp33';
import { makeVideoDecoder } from '@/lib/media/codecs/video-decoder';
import { evenSize, newFrame, newPacket, squareSize } from '@/lib/media/frame';
import { PictureEncoder } from '../made/picture-encoder';
import { PictureScaler } from '../made/picture-scaler';

/** The header of RTP counts 255 blocks of 8 pixels a side (RFC 2435). */
const maxPixels = 2_040 * 2_040;
const usualFps = 25;
const keyframeIntervalTicks = ticksPerSecond;
/** Never reached: each keyframe is asked for, because the rate is not known. */
const keyframeIntervalFrames = 1_000;
const maxVideoBps = 8_000_000;

interface Jpeg {
  data: Buffer;
  ticks: number;
}

interface H264Unit extends Jpeg {
  isKeyframe: boolean;
}

/**
 * Encodes a camera's JPEG pictures as H.264 of one size, off the main thread. Where it does not keep up, pictures are left out,
 * and the latest one is next.
 */
export class MjpegToH264 {
  readonly #onUnit: (unit: H264Unit) => void;
  readonly #packet = newPacket();
  readonly #decoded = newFrame();
  #decoder: CodecContext | undefined;
  #scaler: PictureScaler | undefined;
  #encoder: PictureEncoder | undefined;
  /** The picture that comes next. */
  #next: Jpeg | null = null;
  #lastTicks: number | null = null;
  /** The latest picture's time, which grows on where 33 bits begin anew. */
  #grownTicks = 0;
  #keyframeTicks = Number.NEGATIVE_INFINITY;
  #isRunning = false;
  #isClosed = false;
  #failure: Error | undefined;

  /** @param onUnit takes each access unit in annex B, in the order of the pictures */
  constructor(onUnit: (unit: H264Unit) => void) {
    this.#onUnit = onUnit;
  }

  /** @param ticks of 90 kHz, 33 bits. @throws Error when a picture before it could not be encoded; it is unusable then */
  addPicture(jpeg: Buffer, ticks: number): void {
    if (this.#failure) throw this.#failure;
    // A reader uses its buffer again.
    this.#next = { data: Buffer.from(jpeg), ticks };
    if (!this.#isRunning) void this.#run();
  }

  /** Frees all of it, once no picture is being encoded. */
  close(): void {
    this.#isClosed = true;
    if (!this.#isRunning) this.#free();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    try {
      while (this.#next && !this.#isClosed) {
        const jpeg = this.#next;
        this.#next = null;
        await this.#encode(jpeg);
      }
    } catch (error) {
      this.#failure = error instanceof Error ? error : new Error(String(error));
    } finally {
      this.#isRunning = false;
      if (this.#isClosed) this.#free();
    }
  }

  async #encode({ data, ticks }: Jpeg): Promise<void> {
    const step = this.#lastTicks === null ? 1 : ticksBetween(this.#lastTicks, ticks);
    // Pictures that come twice, or whose clock was set back.
    if (step <= 0 && step > -ticksPerSecond) return;
    this.#lastTicks = ticks;
    this.#grownTicks += Math.max(1, step);
    this.#decoder ??= await openDecoder();
    this.#packet.data = data;
    const sent = await this.#decoder.sendPacket(this.#packet);
    this.#packet.unref();
    // A damaged picture is left out.
    if (sent < 0 || this.#decoder.receiveFrameSync(this.#decoded) < 0) return;
    this.#scaler ??= new PictureScaler(evenSize(squareSize(this.#decoded)));
    this.#decoded.pts = BigInt(this.#grownTicks);
    await this.#scaler.scale(this.#decoded);
    this.#decoded.unref();
    const { picture } = this.#scaler;
    if (!picture) return;
    this.#encoder ??= openEncoder(picture);
    const isDue = this.#grownTicks - this.#keyframeTicks >= keyframeIntervalTicks;
    if (isDue) this.#keyframeTicks = this.#grownTicks;
    for (const unit of await this.#encoder.encode(picture, this.#grownTicks, isDue)) {
      if (!this.#isClosed) this.#onUnit({ data: unit.data, ticks, isKeyframe: unit.isKeyframe });
    }
  }

  #free(): void {
    this.#decoder?.freeContext();
    this.#scaler?.close();
    this.#encoder?.close();
    this.#packet.free();
    this.#decoded.free();
  }
}

async function openDecoder(): Promise<CodecContext> {
  const { codec, decoder } = makeVideoDecoder('mjpeg', { isReordered: false, maxThreads: 1, maxPixels });
  FFmpegError.throwIfError(await decoder.open2(codec, null), 'open the JPEG decoder');
  return decoder;
}

const openEncoder = ({ width, height }: { width: number; height: number }): PictureEncoder =>
  new PictureEncoder({
    size: { width, height },
    fps: usualFps,
    keyframeIntervalFrames,
    video: { preset: 'superfast', tune: 'zerolatency', crf: '22', 'forced-idr': '1' },
    maxVideoBps,
  });
