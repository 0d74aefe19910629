import type { CameraLimits, Excess } from '@/lib/contracts/worker-protocol';
import { RateMeter } from '@/lib/core/rate-meter';
import { addTicks, ticksBetween } from '@/lib/core/timestamp33';
import { H264Reader } from '@/lib/media/codecs/h264-reader';
import { ParameterLimits } from '@/lib/media/codecs/parameter-limits';
import { ProbingReader } from '@/lib/media/codecs/probing-reader';
import type { VideoCodec } from '@/lib/media/codecs/video-decoder';
import type { AccessUnit, VideoFacts, VideoReader } from '@/lib/media/codecs/video-reader';
import type { MediaClock } from '@/lib/media/media-clock';
import type { PesPacket } from '@/lib/media/mpegts/pes-assembler';

/** Step between two access units of one PES packet, until another step was seen. */
const usualStepTicks = 3_000;
const maxStepTicks = 90_000;

/** One access unit of the video, with its times. */
export interface VideoUnit extends AccessUnit {
  /** The PES packet that it came in; its times are those of the first access unit in it. */
  packet: PesPacket;
  /** 33-bit count of a 90 kHz clock, the camera's. */
  pts: number;
  /** On the camera's media clock, 90 kHz. */
  ticks: number;
  /** How many access units of the same PES packet are still to come. */
  followersInPacket: number;
  /** The video's format; null before its first keyframe. The same object until it changes. */
  facts: VideoFacts | null;
  isSettled: boolean;
}

export interface VideoTrackOptions {
  codec: VideoCodec;
  clock: MediaClock;
  limits: CameraLimits;
  onUnit(unit: VideoUnit): void;
  /** Nothing is handed out from now on; see {@link VideoTrack.excess}. */
  onExcess(): void;
}

/** The video of a program. Splits its PES packets into access units, and drops those that exceed the limits. */
export class VideoTrack {
  readonly #options: VideoTrackOptions;
  readonly #limits: ParameterLimits;
  readonly #reader: VideoReader;
  readonly #frameRate: RateMeter;
  #excess: Excess | null = null;
  /** The previous access units were left out. */
  #needsKeyframe = false;
  #lastPacket: { dts: number; accessUnitCount: number } | undefined;
  #stepTicks = usualStepTicks;

  constructor(options: VideoTrackOptions) {
    const { codec, limits } = options;
    this.#options = options;
    this.#limits = new ParameterLimits(codec, limits.maxSidePixels);
    this.#reader = codec === 'h264' ? new H264Reader(this.#limits) : new ProbingReader(codec, this.#limits);
    this.#frameRate = new RateMeter(limits.maxFps);
  }

  get codec(): VideoCodec {
    return this.#options.codec;
  }

  /** Limit of a frame, in pixels. */
  get maxPixels(): number {
    return this.#limits.maxPixels;
  }

  /** The limit that the video exceeds; null while it is within the limits. */
  get excess(): Excess | null {
    return this.#excess;
  }

  /** The camera is gone: no limit is exceeded any more. */
  end(): void {
    this.#excess = null;
  }

  /** Takes the next PES packet. @throws RangeError for unreadable damage */
  addPesPacket(packet: PesPacket): void {
    const accessUnits = this.#reader.read(packet.data);
    const isTooFast = this.#frameRate.add(Math.max(1, accessUnits.length));
    this.#setExcess(this.#findExcess(isTooFast));
    if (this.#excess) return;
    this.#measureStep(packet, accessUnits.length);
    const firstDisplayIndex = accessUnits[0]?.displayIndex;
    for (const [index, accessUnit] of accessUnits.entries()) {
      const { displayIndex } = accessUnit;
      // The timestamp is that of the first (ISO/IEC 13818-1, 2.4.3.7); a later one may be shown before it.
      const isOrdered = firstDisplayIndex === undefined || displayIndex === undefined;
      const stepCount = isOrdered ? index : displayIndex - firstDisplayIndex;
      const pts = addTicks(packet.pts, stepCount * this.#stepTicks);
      this.#handOut(packet, pts, accessUnit, accessUnits.length - 1 - index);
    }
  }

  #handOut(packet: PesPacket, pts: number, accessUnit: AccessUnit, followersInPacket: number): void {
    const { clock, onUnit } = this.#options;
    if (this.#needsKeyframe && !accessUnit.isKeyframe) return;
    this.#needsKeyframe = false;
    const ticks = clock.ticks(pts, performance.now() - packet.receivedMs);
    if (accessUnit.encoderTime) clock.addEncoderTime(ticks, accessUnit.encoderTime);
    const { facts, isSettled } = this.#reader;
    onUnit({ ...accessUnit, packet, pts, ticks, followersInPacket, facts, isSettled });
  }

  #findExcess(isTooFast: boolean): Excess | null {
    const { maxSidePixels: mostPixels, maxFps: mostFps } = this.#options.limits;
    const size = this.#limits.excess;
    if (size) return { kind: 'size', width: size.width, height: size.height, mostPixels };
    return isTooFast ? { kind: 'fps', fps: Math.round(this.#frameRate.perSecond), mostFps } : null;
  }

  #setExcess(excess: Excess | null): void {
    const begins = excess !== null && this.#excess === null;
    this.#excess = excess;
    if (!begins) return;
    this.#needsKeyframe = true;
    this.#options.onExcess();
  }

  #measureStep({ dts }: PesPacket, accessUnitCount: number): void {
    if (this.#lastPacket) {
      const step = ticksBetween(this.#lastPacket.dts, dts) / this.#lastPacket.accessUnitCount;
      if (step > 0 && step <= maxStepTicks) this.#stepTicks = Math.round(step);
    }
    this.#lastPacket = accessUnitCount > 0 ? { dts, accessUnitCount } : undefined;
  }
}
