import { ticksPerMs } from '@/lib/core/timestamp33';
import { nalType } from '../../../../media/codecs/h264';

/** LiveKit looks every 2 s, and every 500 ms with its own settings. */
const everyTicks = 200 * ticksPerMs;
/** LiveKit measures bits by the second. */
const stalledTicks = 600 * ticksPerMs;
/** LiveKit turns to no keyframe 50 ms behind what the viewer had last (`LayerSwitchBehindThresholdSeconds` in forwarder.go). */
const maxBehindTicks = 40 * ticksPerMs;
/** Longer than the low layer takes to be made. */
const behindTicks = 1_000 * ticksPerMs;

/** Filler data (H.264, 7.3.2.7), which is no part of any picture. */
const filler = (byteCount: number) => Buffer.from([nalType.filler, ...Array(byteCount).fill(0xff), 0x80]);

/** The least that tells LiveKit of a layer. */
export const minFiller = [filler(1)];
/** A keyframe to LiveKit: a sequence parameter set (7.3.2.1) of 640x360, without a picture. */
export const seed = [Buffer.from('6742c01eda0280bfe540', 'hex')];
/** As many bits in 200 ms as the low layer has, 400 kbit/s: LiveKit decides by them how many must step down. */
const inPlace = Array<Buffer>(10).fill(filler(1_000));

/**
 * What keeps the low layer alive for LiveKit, which steps down to no layer that has stopped, or of which it has measured no
 * bits for a second: until it is made, and while full cores make none of it. Given filler, Chromium shows nothing more of the
 * low layer until a keyframe. And LiveKit takes an access unit for old, and drops it, whose timestamp is below that of a packet
 * before it. The low layer is later than the source layer: so filler is behind both, and what full cores make late says that
 * it is of now.
 */
export class LowLayerFiller {
  #dueTicks = Number.NEGATIVE_INFINITY;
  /** Time of the source layer's latest access unit. */
  #sourceTicks = Number.NEGATIVE_INFINITY;
  /** Latest time sent of the low layer. */
  #latestTicks = Number.NEGATIVE_INFINITY;
  #isMade = false;

  /** A packet was sent that belongs to no picture. @param ticks 90 kHz media clock */
  packetSent(ticks: number): void {
    this.#dueTicks = ticks + everyTicks;
    this.#latestTicks = Math.max(this.#latestTicks, ticks);
  }

  /**
   * An access unit is sent.
   * @param ticks 90 kHz media clock
   * @returns its timestamp
   */
  accessUnitSent(ticks: number): number {
    this.#dueTicks = Math.max(ticks, this.#sourceTicks) + stalledTicks;
    this.#latestTicks = Math.max(ticks, this.#sourceTicks - maxBehindTicks, this.#latestTicks + 1);
    this.#isMade = true;
    return this.#latestTicks;
  }

  /**
   * @param ticks of an access unit of the source layer
   * @param isNeeded the low layer is made, or is about to be: after filler, it goes on with a keyframe
   * @returns what is to be sent of the low layer, or null
   */
  next(ticks: number, isNeeded: boolean): { payloads: Buffer[]; ticks: number } | null {
    this.#sourceTicks = ticks;
    if (this.#isMade && !isNeeded) {
      this.#isMade = false;
      this.#dueTicks = ticks;
    }
    if (ticks < this.#dueTicks) return null;
    this.#dueTicks = ticks + everyTicks;
    const nextTicks = this.#latestTicks + 1;
    this.#latestTicks = this.#isMade ? nextTicks : Math.max(nextTicks, ticks - behindTicks);
    return { payloads: isNeeded ? minFiller : inPlace, ticks: this.#latestTicks };
  }
}
