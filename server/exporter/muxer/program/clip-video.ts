import {
  AV_CODEC_ID_H264,
  AV_PICTURE_TYPE_I,
  AV_PICTURE_TYPE_NONE,
  AV_PIX_FMT_YUV420P,
  FF_ENCODER_LIBX264,
} from 'node-av/constants';
import { Codec, CodecContext, Dictionary, Frame, Packet, Rational } from 'node-av/lib';
import { MuxError } from '../mux-error';
import type { ClipInput } from './clip-input';
import { FilterChain } from './filter-chain';

const { check } = MuxError;

const ticksPerUs = 0.09;
export const tickBase = { num: 1, den: 90_000 };
/** Nobody sees the difference, and a cut has few frames that are encoded. */
const encoderOptions = { preset: 'veryfast', tune: 'zerolatency', crf: '18', 'forced-idr': '1' };
/** Never reached: a run's first frame is a keyframe, and the next group is the camera's own. */
const keyframeIntervalFrames = 250;

/** The size of the program's video. */
export interface ProgramFormat {
  width: number;
  height: number;
}

/** A coded frame of the program, in 90 kHz since its begin. */
export interface ProgramFrame {
  packet: Packet;
  ptsTicks: number;
  /** Its turn in decoding, where a keyframe's turn is its display. */
  decodeTicks: number;
  isEncoded: boolean;
}

/**
 * The video of one clip, from cut to cut. Groups of pictures that lie within are the camera's own bytes. A group
 * that a cut goes through has its shown frames encoded anew. So has each group of a camera that differs from the program.
 */
export class ClipVideo {
  readonly #input: ClipInput;
  readonly #format: ProgramFormat;
  readonly #isCopied: boolean;
  /** From the time of capture to the time in the program. */
  readonly #shiftUs: number;
  readonly #onFrame: (frame: ProgramFrame) => void;
  /** The packets of one group of pictures, in the order of decoding. */
  #group: Packet[] = [];
  /** The next group continues one whose bytes were copied: frames before its keyframe can be decoded. */
  #continues = false;
  #decoder: CodecContext | null = null;
  #encoder: CodecContext | null = null;
  #scaler: FilterChain | null = null;
  #scaledFormat = '';
  #isFirstOfRun = true;
  readonly #decoded = new Frame();
  readonly #scaled = new Frame();
  readonly #encoded = new Packet();

  /**
   * @param isCopied whether its bytes fit into the program
   * @param onFrame takes each frame; it is valid during the call
   */
  constructor(
    input: ClipInput,
    format: ProgramFormat,
    isCopied: boolean,
    shiftUs: number,
    onFrame: (frame: ProgramFrame) => void,
  ) {
    this.#input = input;
    this.#format = format;
    this.#isCopied = isCopied;
    this.#shiftUs = shiftUs;
    this.#onFrame = onFrame;
    for (const part of [this.#decoded, this.#scaled, this.#encoded]) part.alloc();
  }

  push(packet: Packet): void {
    if (packet.isKeyframe) this.#endGroup();
    const copy = packet.clone();
    if (copy) this.#group.push(copy);
  }

  finish(): void {
    this.#endGroup();
    this.#decoder?.freeContext();
    this.#encoder?.freeContext();
    this.#scaler?.close();
    for (const part of [this.#decoded, this.#scaled, this.#encoded]) part.free();
  }

  #endGroup(): void {
    const packets = this.#group;
    this.#group = [];
    const [keyframe] = packets;
    if (!keyframe) return;
    const keyPts = keyframe.pts;
    const usable = this.#continues ? packets : packets.filter(({ pts }) => pts >= keyPts);
    const shown = usable.filter(({ pts }) => this.#isShown(pts));
    // Frames that are decoded before all others that are left out need none of those.
    const isWhole = shown.every((packet, index) => packet === usable[index]);
    this.#continues = this.#isCopied && isWhole && shown.length === packets.length;
    if (shown.length > 0 && this.#isCopied && isWhole) this.#copy(shown, keyframe);
    else if (shown.length > 0) this.#encodeGroup(usable);
    for (const packet of packets) packet.free();
  }

  #isShown(pts: bigint): boolean {
    const { fromUs, toUs } = this.#input.clip;
    const timeUs = this.#input.timeUs(pts, this.#input.video);
    return timeUs >= fromUs && timeUs < toUs;
  }

  #copy(packets: Packet[], keyframe: Packet): void {
    for (const packet of packets) {
      const decodedPts = packet.dts + keyframe.pts - keyframe.dts;
      const [ptsTicks, decodeTicks] = [this.#programTicks(packet.pts), this.#programTicks(decodedPts)];
      this.#onFrame({ packet, ptsTicks, decodeTicks, isEncoded: false });
    }
  }

  /** Where a timestamp of the camera lies in the program. */
  #programTicks(pts: bigint): number {
    return Math.round((this.#input.timeUs(pts, this.#input.video) + this.#shiftUs) * ticksPerUs);
  }

  #encodeGroup(packets: Packet[]): void {
    const decoder = this.#decoder ?? openDecoder(this.#input);
    this.#decoder = decoder;
    this.#isFirstOfRun ||= this.#isCopied;
    for (const packet of packets) {
      // A damaged frame is left out, as a player would.
      if (decoder.sendPacketSync(packet) >= 0) this.#receiveDecoded(decoder);
    }
    if (decoder.sendPacketSync(null) >= 0) this.#receiveDecoded(decoder);
    decoder.flushBuffers();
  }

  #receiveDecoded(decoder: CodecContext): void {
    while (decoder.receiveFrameSync(this.#decoded) >= 0) {
      const { bestEffortTimestamp: pts } = this.#decoded;
      if (this.#isShown(pts)) this.#encode(this.#programTicks(pts));
      this.#decoded.unref();
    }
  }

  #encode(ticks: number): void {
    const { width, height } = this.#format;
    const { sampleAspectRatio: aspect, format } = this.#decoded;
    const [num, den] = aspect.num > 0 && aspect.den > 0 ? [aspect.num, aspect.den] : [1, 1];
    const described = `video_size=${this.#decoded.width}x${this.#decoded.height}:pix_fmt=${format}:pixel_aspect=${num}/${den}`;
    if (described !== this.#scaledFormat) {
      this.#scaler?.close();
      const fits = this.#decoded.width === width && this.#decoded.height === height;
      this.#scaler = new FilterChain([
        ['buffer', `${described}:time_base=1/${tickBase.den}`],
        // The whole picture, with bars where the shapes differ.
        ...(fits ? [] : fitted(width, height)),
        ['format', 'yuv420p'],
        ['buffersink'],
      ]);
      this.#scaledFormat = described;
    }
    if (!this.#scaler) return;
    this.#decoded.pts = BigInt(ticks);
    check(this.#scaler.source.buffersrcAddFrameSync(this.#decoded), 'damaged', 'The video cannot be scaled');
    while (this.#scaler.sink.buffersinkGetFrameSync(this.#scaled) >= 0) {
      this.#encoder ??= openEncoder(this.#scaled, this.#input);
      this.#scaled.pictType = this.#isFirstOfRun ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE;
      this.#isFirstOfRun = false;
      check(this.#encoder.sendFrameSync(this.#scaled), 'cannot_write', 'The video cannot be encoded');
      this.#scaled.unref();
      while (this.#encoder.receivePacketSync(this.#encoded) >= 0) {
        const ptsTicks = Number(this.#encoded.pts);
        this.#onFrame({ packet: this.#encoded, ptsTicks, decodeTicks: ptsTicks, isEncoded: true });
        this.#encoded.unref();
      }
    }
  }
}

const fitted = (width: number, height: number): [string, string][] => [
  ['scale', 'iw*sar:ih'],
  ['scale', `${width}:${height}:force_original_aspect_ratio=decrease:flags=bicubic`],
  ['pad', `${width}:${height}:-1:-1`],
  ['setsar', '1'],
];

function openDecoder({ video }: ClipInput): CodecContext {
  const codec = Codec.findDecoder(video.codecpar.codecId);
  if (!codec) throw new MuxError('codec', 'This camera’s codec cannot be decoded, so its cuts cannot be encoded.');
  const decoder = new CodecContext();
  decoder.allocContext3(codec);
  check(video.codecpar.toContext(decoder), 'damaged', 'The video cannot be decoded');
  decoder.pktTimebase = video.timeBase;
  check(decoder.open2Sync(codec, null), 'damaged', 'The video cannot be decoded');
  return decoder;
}

/** @param frame what is to be encoded looks like it */
function openEncoder(frame: Frame, { video }: ClipInput): CodecContext {
  const codec = Codec.findEncoderByName(FF_ENCODER_LIBX264);
  const encoder = new CodecContext();
  encoder.allocContext3(codec);
  encoder.width = frame.width;
  encoder.height = frame.height;
  encoder.pixelFormat = AV_PIX_FMT_YUV420P;
  encoder.sampleAspectRatio = frame.sampleAspectRatio;
  encoder.colorRange = frame.colorRange;
  encoder.colorSpace = frame.colorSpace;
  encoder.colorPrimaries = frame.colorPrimaries;
  encoder.colorTrc = frame.colorTrc;
  encoder.timeBase = new Rational(tickBase.num, tickBase.den);
  encoder.framerate = video.avgFrameRate;
  encoder.gopSize = keyframeIntervalFrames;
  encoder.maxBFrames = 0;
  const opened = encoder.open2Sync(codec, Dictionary.fromObject(encoderOptions));
  check(opened, 'cannot_write', 'The video encoder cannot be opened');
  return encoder;
}

/** Whether clips' bytes may follow each other in one track: the key is the same. Null for what must be encoded. */
export function copyKey({ video: { codecpar } }: ClipInput): string | null {
  const { codecId, width, height, format } = codecpar;
  return codecId === AV_CODEC_ID_H264 && format === AV_PIX_FMT_YUV420P ? `${width}x${height}` : null;
}
