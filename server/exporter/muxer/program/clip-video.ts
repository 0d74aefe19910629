import { AV_PICTURE_TYPE_I, AV_PICTURE_TYPE_NONE, AV_PIX_FMT_YUV420P, FF_ENCODER_LIBX264 } from 'node-av/constants';
import type { CodecContext, Frame, Packet } from 'node-av/lib';
import { splitAnnexB } from '@/lib/media/codecs/annex-b';
import { nalType, nalTypeOf } from '@/lib/media/codecs/h264';
import { makeVideoEncoder } from '@/lib/media/codecs/video-encoder';
import { FilterChain, type FilterStep } from '@/lib/media/filter-chain';
import { describeVideo, newFrame, newPacket, type Size } from '@/lib/media/frame';
import { MuxError } from '../mux-error';
import { openDecoder } from '../recording-input';
import type { ClipInput } from './clip-input';

const { check } = MuxError;

const ticksPerUs = 0.09;
/** Nobody sees the difference, and a cut has few frames that are encoded. */
const encoderOptions = { preset: 'veryfast', tune: 'zerolatency', crf: '18', 'forced-idr': '1' };
/** A run's first frame is a keyframe, and most runs end before the next one: the camera's own group follows. */
const keyframeIntervalFrames = 250;

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
 * that a cut goes through has its shown frames encoded anew. So has each group of a camera that differs from the program,
 * and of one that sends no IDR picture. Other keyframes do not make a decoder forget the camera before.
 */
export class ClipVideo {
  readonly #input: ClipInput;
  readonly #format: Size;
  readonly #isCopied: boolean;
  /** From the time of capture to the time in the program. */
  readonly #shiftUs: number;
  readonly #onFrame: (frame: ProgramFrame) => void;
  /** The packets of one group of pictures, in the order of decoding. */
  #group: Packet[] = [];
  /** The group before. Frames that are shown before a keyframe may need it. */
  #before: Packet[] = [];
  /** The next group continues one whose bytes were copied: frames before its keyframe can be decoded. */
  #continues = false;
  /** PTS of the last frame shown that was copied. */
  #copiedPts: bigint | null = null;
  /** The decoder has read the group before. */
  #isDecoding = false;
  #decoder: CodecContext | null = null;
  #encoder: CodecContext | null = null;
  #scaler: FilterChain | null = null;
  #scaledFormat = '';
  #isFirstOfRun = true;
  readonly #decoded = newFrame();
  readonly #scaled = newFrame();
  readonly #encoded = newPacket();

  /**
   * @param isCopied whether its bytes fit into the program
   * @param onFrame takes each frame; it is valid during the call
   */
  constructor(
    input: ClipInput,
    format: Size,
    isCopied: boolean,
    shiftUs: number,
    onFrame: (frame: ProgramFrame) => void,
  ) {
    this.#input = input;
    this.#format = format;
    this.#isCopied = isCopied;
    this.#shiftUs = shiftUs;
    this.#onFrame = onFrame;
  }

  /** Takes the next packet of the video. */
  addPacket(packet: Packet): void {
    if (packet.isKeyframe) this.#endGroup();
    const copy = packet.clone();
    if (copy) this.#group.push(copy);
  }

  finish(): void {
    this.#endGroup();
    this.#endDecoding();
    for (const packet of this.#before) packet.free();
    this.#decoder?.freeContext();
    this.#encoder?.freeContext();
    this.#scaler?.close();
    for (const part of [this.#decoded, this.#scaled, this.#encoded]) part.free();
  }

  #endGroup(): void {
    const packets = this.#group;
    const [keyframe] = packets;
    if (!keyframe) return;
    const usable = this.#before.length > 0 ? packets : fromKeyframe(packets);
    const shown = usable.filter(({ pts }) => this.#isShown(pts));
    // Frames that are decoded before all others that are left out need none of those.
    const isWhole = shown.every((packet, index) => packet === usable[index]);
    const isCopied = this.#isCopied && isWhole && (this.#continues || isIdr(keyframe));
    if (shown.length > 0 && isCopied) this.#copy(shown, keyframe);
    else if (shown.length > 0) this.#encodeGroup(usable);
    else this.#endDecoding();
    this.#continues = isCopied && shown.length === packets.length;
    for (const packet of this.#before) packet.free();
    this.#before = packets;
    this.#group = [];
  }

  #isShown(pts: bigint): boolean {
    const { fromUs, toUs } = this.#input.clip;
    const timeUs = this.#input.timeUs(pts, this.#input.video);
    return timeUs >= fromUs && timeUs < toUs;
  }

  #copy(packets: Packet[], keyframe: Packet): void {
    this.#endDecoding();
    this.#isFirstOfRun = true;
    for (const packet of packets) {
      const decodedPts = packet.dts + keyframe.pts - keyframe.dts;
      const [ptsTicks, decodeTicks] = [this.#programTicks(packet.pts), this.#programTicks(decodedPts)];
      if (this.#copiedPts === null || packet.pts > this.#copiedPts) this.#copiedPts = packet.pts;
      this.#onFrame({ packet, ptsTicks, decodeTicks, isEncoded: false });
    }
  }

  /** Where a timestamp of the camera lies in the program. */
  #programTicks(pts: bigint): number {
    return Math.round((this.#input.timeUs(pts, this.#input.video) + this.#shiftUs) * ticksPerUs);
  }

  #encodeGroup(packets: Packet[]): void {
    const decoder = this.#decoder ?? openDecoder(this.#input.video);
    if (!decoder) {
      throw new MuxError('codec', 'This camera’s codec cannot be decoded, so its cuts cannot be encoded.');
    }
    this.#decoder = decoder;
    if (!this.#isDecoding) this.#decode(decoder, fromKeyframe(this.#before));
    this.#decode(decoder, packets);
    this.#isDecoding = true;
  }

  #decode(decoder: CodecContext, packets: Packet[]): void {
    for (const packet of packets) {
      // A damaged frame is left out, as a player would.
      if (decoder.sendPacketSync(packet) >= 0) this.#receiveDecoded(decoder);
    }
  }

  /** Encodes what is left in the decoder, which begins anew. */
  #endDecoding(): void {
    const decoder = this.#decoder;
    if (!decoder || !this.#isDecoding) return;
    if (decoder.sendPacketSync(null) >= 0) this.#receiveDecoded(decoder);
    decoder.flushBuffers();
    this.#isDecoding = false;
  }

  #receiveDecoded(decoder: CodecContext): void {
    while (decoder.receiveFrameSync(this.#decoded) >= 0) {
      const { bestEffortTimestamp: pts } = this.#decoded;
      const isCopied = this.#copiedPts !== null && pts <= this.#copiedPts;
      if (!isCopied && this.#isShown(pts)) this.#encode(this.#programTicks(pts));
      this.#decoded.unref();
    }
  }

  #encode(ticks: number): void {
    const { width, height } = this.#format;
    const described = describeVideo(this.#decoded);
    if (described !== this.#scaledFormat) {
      this.#scaler?.close();
      const fits = this.#decoded.width === width && this.#decoded.height === height;
      this.#scaler = new FilterChain([
        ['buffer', described],
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

/** The frames of a group that need none of the group before. */
const fromKeyframe = (packets: Packet[]): Packet[] => packets.filter(({ pts }) => pts >= (packets[0]?.pts ?? 0n));

/** Whether a keyframe of H.264 is an IDR picture, from which a decoder begins anew. */
function isIdr({ data }: Packet): boolean {
  try {
    return data !== null && splitAnnexB(data).some((nal) => nalTypeOf(nal) === nalType.idr);
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

const fitted = (width: number, height: number): FilterStep[] => [
  ['scale', 'iw*sar:ih'],
  ['scale', `${width}:${height}:force_original_aspect_ratio=decrease:flags=bicubic`],
  ['pad', `${width}:${height}:-1:-1`],
  ['setsar', '1'],
];

/** @param frame what is to be encoded looks like it */
function openEncoder(frame: Frame, { video }: ClipInput): CodecContext {
  const { codec, encoder } = makeVideoEncoder(FF_ENCODER_LIBX264, frame, {
    pixelFormat: AV_PIX_FMT_YUV420P,
    framerate: video.avgFrameRate,
    keyframeIntervalFrames,
  });
  encoder.sampleAspectRatio = frame.sampleAspectRatio;
  // Set separately, because node-av 6.1 frees the options of open2Sync twice, with its next garbage collection.
  for (const [name, value] of Object.entries(encoderOptions)) {
    check(encoder.setOption(name, value), 'cannot_write', 'The video encoder cannot be set up');
  }
  check(encoder.open2Sync(codec, null), 'cannot_write', 'The video encoder cannot be opened');
  return encoder;
}
