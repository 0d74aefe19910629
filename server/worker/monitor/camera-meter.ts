import type { WorkerReport } from '@/lib/contracts/worker-protocol';
import { ticksBetween, ticksPerSecond } from '@/lib/core/timestamp33';
import type { PesPacket } from '@/lib/media/mpegts/pes-assembler';
import { ClockDriftMeter } from './clock-drift-meter';
import { DelayMeter } from './delay-meter';

/** Shortest sample that a rate is computed over. */
const minSampleSeconds = 0.5;
/** A step larger than this is a new timeline of the encoder, not a gap. */
const maxStepTicks = 60 * ticksPerSecond;
/** A B-frame comes no later than this; a larger step back begins a new timeline. */
const maxReorderTicks = ticksPerSecond;
/** Access units that may be on their way through the worker at once; older ones never came out. */
const maxPending = 256;

type Arrival = Pick<PesPacket, 'dts' | 'receivedMs' | 'followsGap' | 'isCorrupt'>;

/**
 * Counts and times what a camera sends. Once a second, {@link read} returns the last second's figures; only the dropped
 * and bridged frames accumulate.
 *
 * A dropped frame is an access unit that did not reach the room whole. It arrived damaged, the worker gave it up, or a
 * gap in the transport stream swallowed it, as the decoding times beside the gap show.
 */
export class CameraMeter {
  #now: () => number;
  #sampleStartMs = 0;
  #accessUnitCount = 0;
  #byteCount = 0;
  /** These two since the worker started. */
  #droppedFrames = 0;
  #bridgedFrames = 0;
  #lastDts: number | undefined;
  #wasCorrupt = false;
  /** The latest interval between two access units with nothing lost between them. */
  #frameTicks: number | undefined;
  #shortestFrameTicks = Number.POSITIVE_INFINITY;
  #longestFrameTicks = 0;
  /** The latest of all that are shown, which a B-frame comes behind. */
  #latestPts: number | undefined;
  #hasBFrames = false;
  #clockDrift = new ClockDriftMeter();
  #delay = new DelayMeter();
  /** Undefined where a keyframe, or the time since it, is not known. */
  #ticksSinceKeyframe: number | undefined;
  #gopTicks: number | undefined;
  /** When each unsent access unit arrived, by its time on the media clock. */
  #pending = new Map<number, number>();
  #sentCount = 0;
  #sentMs = 0;
  #agedCount = 0;
  #ageMs = 0;

  /** @param now a clock in milliseconds, the clock of the packets' `receivedMs` */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** A camera has connected: what it sends is unrelated to what came before. */
  connect(): void {
    this.#startSample();
    this.#lastDts = undefined;
    this.#wasCorrupt = false;
    this.#frameTicks = undefined;
    this.#latestPts = undefined;
    this.#clockDrift.restart();
    this.#delay.restart();
    this.#ticksSinceKeyframe = undefined;
    this.#gopTicks = undefined;
    this.#pending.clear();
  }

  addBytes(count: number): void {
    this.#byteCount += count;
  }

  /**
   * An access unit has come, in decoding order.
   * @param packet that it came in
   * @param pts its own, which is the packet's for the first one in it
   * @param ticks its time on the 90 kHz media clock, by which {@link accessUnitSent} recognizes it
   */
  addAccessUnit(packet: Arrival, pts: number, ticks: number, isKeyframe: boolean): void {
    this.#accessUnitCount++;
    this.#follow(packet);
    this.#followOrder(pts);
    this.#followGop(isKeyframe);
    this.#clockDrift.addTimestamp(packet.dts, packet.receivedMs);
    this.#delay.addTimestamp(packet.dts, packet.receivedMs);
    this.#pending.set(ticks, packet.receivedMs);
    for (const oldest of this.#pending.keys()) {
      if (this.#pending.size <= maxPending) break;
      this.#pending.delete(oldest);
    }
  }

  /** The access unit of this time has left for the room. @param ageMs since its capture; null when unknown */
  accessUnitSent(ticks: number, ageMs: number | null): void {
    const receivedMs = this.#pending.get(ticks);
    if (receivedMs === undefined) return;
    this.#pending.delete(ticks);
    this.#sentCount++;
    this.#sentMs += this.#now() - receivedMs;
    if (ageMs === null) return;
    this.#agedCount++;
    this.#ageMs += ageMs;
  }

  /** The worker could not bring a frame into the room. */
  frameDropped(): void {
    this.#droppedFrames++;
  }

  /** The worker encoded a frame of a source layer that is otherwise passed through. */
  frameBridged(): void {
    this.#bridgedFrames++;
  }

  /**
   * The figures since the last call, or since the camera connected.
   * @returns null when that is too short; it keeps counting
   */
  read(): Omit<NonNullable<WorkerReport['sample']>, 'audioDbfs' | 'loudness'> | null {
    const seconds = (this.#now() - this.#sampleStartMs) / 1000;
    if (seconds < minSampleSeconds) return null;
    const hasSteps = this.#longestFrameTicks > 0;
    // A camera that stops sending keyframes has a long GOP, not the previous one.
    const gopTicks = this.#gopTicks && Math.max(this.#gopTicks, this.#ticksSinceKeyframe ?? 0);
    const sample = {
      fps: this.#accessUnitCount / seconds,
      bitrateKbps: (this.#byteCount * 8) / 1000 / seconds,
      droppedFrames: this.#droppedFrames,
      bridgedFrames: this.#bridgedFrames,
      workerMs: this.#sentCount > 0 ? this.#sentMs / this.#sentCount : null,
      captureToRoomMs: this.#agedCount > 0 ? this.#ageMs / this.#agedCount : null,
      gopSeconds: gopTicks === undefined ? null : gopTicks / ticksPerSecond,
      frameMs: hasSteps ? { shortest: this.#shortestFrameTicks / 90, longest: this.#longestFrameTicks / 90 } : null,
      hasBFrames: this.#hasBFrames,
      clockDrift: this.#clockDrift.drift,
      delayMs: this.#delay.read(),
    };
    this.#startSample();
    return sample;
  }

  #startSample(): void {
    this.#sampleStartMs = this.#now();
    this.#accessUnitCount = 0;
    this.#byteCount = 0;
    this.#sentCount = 0;
    this.#sentMs = 0;
    this.#agedCount = 0;
    this.#ageMs = 0;
    this.#shortestFrameTicks = Number.POSITIVE_INFINITY;
    this.#longestFrameTicks = 0;
    this.#hasBFrames = false;
  }

  #follow({ dts, followsGap, isCorrupt }: Arrival): void {
    const stepTicks = this.#lastDts === undefined ? 0 : ticksBetween(this.#lastDts, dts);
    const isKnownStep = stepTicks > 0 && stepTicks <= maxStepTicks;
    if (isKnownStep) {
      if (this.#ticksSinceKeyframe !== undefined) this.#ticksSinceKeyframe += stepTicks;
      if (followsGap || this.#wasCorrupt) {
        if (this.#frameTicks) this.#droppedFrames += Math.max(0, Math.round(stepTicks / this.#frameTicks) - 1);
      } else {
        this.#frameTicks = stepTicks;
        this.#shortestFrameTicks = Math.min(this.#shortestFrameTicks, stepTicks);
        this.#longestFrameTicks = Math.max(this.#longestFrameTicks, stepTicks);
      }
    } else {
      this.#ticksSinceKeyframe = undefined;
    }
    if (isCorrupt) this.#droppedFrames++;
    this.#wasCorrupt = isCorrupt;
    this.#lastDts = dts;
  }

  /** A frame shown before an earlier one can only be a B-frame. */
  #followOrder(pts: number): void {
    const aheadTicks = this.#latestPts === undefined ? 0 : ticksBetween(this.#latestPts, pts);
    const isEarlier = aheadTicks < 0 && aheadTicks > -maxReorderTicks;
    if (isEarlier) this.#hasBFrames = true;
    else this.#latestPts = pts;
  }

  #followGop(isKeyframe: boolean): void {
    if (!isKeyframe) return;
    if (this.#ticksSinceKeyframe) this.#gopTicks = this.#ticksSinceKeyframe;
    this.#ticksSinceKeyframe = 0;
  }
}
