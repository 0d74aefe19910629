import type { RecordingClock } from '@/lib/contracts/recording-index';
import { clamp } from '@/lib/core/clamp';
import { ticksBetween, ticksPerMs } from '@/lib/core/timestamp33';
import type { EncoderTime } from './codecs/sei';
import { SendingDelay } from './sending-delay';

/** How far apart audio and video may be that are sent together; MPEG-TS allows its decoders a second. */
const maxInterleaveMs = 1_500;
const windowMs = 10_000;
/** Maximum correction towards the camera's clock: 1 ms a second, which nobody notices. */
const maxSlewMsPerWindow = 10;
/** Plausible time between a frame's capture and its sending. A correct encoder clock may be slightly ahead of ours. */
const encodingMs = { min: -100, max: 3_000 };
/** Capture times expire this long after the encoder's last one. */
const encoderTimeValidMs = 10_000;
/** Capture times follow a connection's first seconds at once: a backlog may still be on its way. */
const settlingMs = 20_000;
/** Later they move a millisecond a second, which nobody notices, unless they are further off than a frame. */
const maxSlewPerMs = 1 / 1_000;
const maxOffMs = 40;
/** Every time zone's offset is a multiple of this. */
const zoneStepMs = 15 * 60 * 1_000;

/**
 * The single clock for a camera's audio and video. It maps the encoder's timestamps, which wrap every 26.5 hours and
 * restart with the encoder, to a timeline that never jumps. It maps that timeline to wall-clock time, so that both
 * tracks' sender reports agree (lip sync, RFC 3550 6.4.1).
 */
export class MediaClock {
  #now: () => number;
  #lastPts: number | undefined;
  #lastTicks = 0;
  #lastMs = 0;
  #originMs: number;
  #windowStartMs: number;
  #windowMinMs = Number.POSITIVE_INFINITY;
  #lastWindowMinMs = Number.POSITIVE_INFINITY;
  /** The lowest delay since {@link captureTimeOf} was asked last, against the timeline without its corrections. */
  #minOffsetMs = Number.POSITIVE_INFINITY;
  /** How far the times of sending are from the timeline without its corrections, and when that was. */
  #sentOffset: { ms: number; atMs: number } | null = null;
  #restartedMs = 0;
  /** From the sending of the camera's packets to their arrival. */
  readonly sending: SendingDelay;
  /** How long the encoder last took from capture to sending, and when it said so. */
  #encoding: { ms: number; saidMs: number } | null = null;

  /** @param now milliseconds since 1970 */
  constructor(now: () => number = Date.now) {
    this.#now = now;
    this.sending = new SendingDelay(now);
    this.#originMs = now();
    this.#windowStartMs = this.#originMs;
  }

  /** Call before an encoder begins to send, also the same one again. Its first timestamp becomes "now". */
  restart(): void {
    this.#lastPts = undefined;
    this.#encoding = null;
    this.#sentOffset = null;
    this.#minOffsetMs = Number.POSITIVE_INFINITY;
    this.#restartedMs = this.#now();
    this.sending.restart();
  }

  /**
   * @param pts 33-bit timestamp of 90 kHz, of audio or video
   * @param agoMs how long ago its last byte came: some packets are known to be whole only when the next one begins
   * @returns 90 kHz ticks since this clock was made; grows with pts, whatever pts did before
   */
  ticks(pts: number, agoMs = 0): number {
    const nowMs = this.#now();
    const elapsedMs = nowMs - this.#lastMs;
    this.#lastMs = nowMs;
    if (this.#lastPts !== undefined) {
      const step = ticksBetween(this.#lastPts, pts);
      if (!isNewTimeline(step / ticksPerMs, elapsedMs)) {
        this.#lastPts = pts;
        this.#lastTicks += step;
        this.#follow(nowMs, nowMs - agoMs);
        return this.#lastTicks;
      }
    }
    this.#lastPts = pts;
    this.#lastTicks = Math.max(this.#lastTicks + 1, Math.round((nowMs - this.#originMs) * ticksPerMs));
    this.#windowStartMs = nowMs;
    this.#windowMinMs = Number.POSITIVE_INFINITY;
    this.#lastWindowMinMs = Number.POSITIVE_INFINITY;
    this.#sentOffset = null;
    this.#minOffsetMs = nowMs - agoMs - this.#rawMs(this.#lastTicks);
    return this.#lastTicks;
  }

  /** The moment on the timeline, in 90 kHz ticks, of a wall-clock time. @param wallMs milliseconds since 1970 */
  ticksAt(wallMs: number): number {
    return Math.round((wallMs - this.#originMs) * ticksPerMs);
  }

  /** The clock behind {@link captureMs}. Undefined: ours, which counts from sending. */
  get captureClock(): 'encoder' | undefined {
    return this.#encodingMs === null ? undefined : 'encoder';
  }

  /**
   * Takes the encoder's time of capture of a frame. It counts only if the encoder's clock can be right: no frame is
   * captured after it is sent, or takes more than three seconds.
   */
  addEncoderTime(ticks: number, { ms, isTimeOfDay }: EncoderTime): void {
    const sentMs = this.#sentMs(ticks);
    if (sentMs === null) return;
    const apartMs = sentMs - ms;
    const encodedInMs = isTimeOfDay ? apartMs - Math.round(apartMs / zoneStepMs) * zoneStepMs : apartMs;
    if (encodedInMs < encodingMs.min || encodedInMs > encodingMs.max) return;
    this.#encoding = { ms: encodedInMs, saidMs: this.#now() };
  }

  /**
   * When the camera captured what belongs to a moment on the timeline, by its own clock if it tells; otherwise when it
   * sent that.
   * @returns milliseconds since 1970; null while the SRT latency is unknown
   */
  captureMs(ticks: number): number | null {
    const sentMs = this.#sentMs(ticks);
    return sentMs === null ? null : sentMs - (this.#encodingMs ?? 0);
  }

  /**
   * The capture time of a timestamp that has not been counted yet, in milliseconds since 1970, and its clock. The clock
   * is the camera's own, the time of sending, or the time of arrival where the SRT latency is unknown. With it comes the
   * reading itself: the arrival with the least delay since the last call. Unlike {@link ticks} this counts nothing.
   * @param pts 33-bit timestamp of 90 kHz, of a packet that has just begun to arrive
   */
  captureTimeOf(pts: number): { ms: number; clock: RecordingClock; arrivedMs: number } {
    const nowMs = this.#now();
    const step = this.#lastPts === undefined ? null : ticksBetween(this.#lastPts, pts);
    const minOffsetMs = this.#minOffsetMs;
    this.#minOffsetMs = Number.POSITIVE_INFINITY;
    if (step === null || isNewTimeline(step / ticksPerMs, nowMs - this.#lastMs)) {
      return { ms: nowMs, clock: 'arrival', arrivedMs: nowMs };
    }
    const ticks = this.#lastTicks + step;
    const arrivedMs = Math.min(nowMs, this.#rawMs(ticks) + minOffsetMs);
    const capturedMs = this.captureMs(ticks);
    if (capturedMs === null) return { ms: this.#arrivedMs(ticks), clock: 'arrival', arrivedMs };
    return { ms: capturedMs, clock: this.captureClock ?? 'sent', arrivedMs };
  }

  /** The time since {@link captureMs}; null while that is unknown. */
  ageMs(ticks: number): number | null {
    const capturedMs = this.captureMs(ticks);
    return capturedMs === null ? null : this.#now() - capturedMs;
  }

  get #encodingMs(): number | null {
    const encoding = this.#encoding;
    return encoding && this.#now() - encoding.saidMs < encoderTimeValidMs ? encoding.ms : null;
  }

  /**
   * When the camera sent what belongs to a moment on the timeline, by this machine's clock. SRT hands out each packet
   * its latency after it was sent (draft-sharabayko-srt-01, 4.5), and the least delayed access units show when that
   * was. It moves slowly, since pictures are held by it.
   */
  #sentMs(ticks: number): number | null {
    const { delay } = this.sending;
    if (!delay) return null;
    const nowMs = this.#now();
    const rawMs = this.#rawMs(ticks);
    let ms = this.#arrivedMs(ticks) - delay.ms - rawMs;
    const before = this.#sentOffset;
    if (before && nowMs - this.#restartedMs >= settlingMs && Math.abs(ms - before.ms) <= maxOffMs) {
      const maxMs = (nowMs - before.atMs) * maxSlewPerMs;
      ms = before.ms + clamp(ms - before.ms, -maxMs, maxMs);
    }
    this.#sentOffset = { ms, atMs: nowMs };
    return rawMs + ms;
  }

  /** When it would have arrived with the least delay. */
  #arrivedMs(ticks: number): number {
    const minDelayMs = Math.min(this.#windowMinMs, this.#lastWindowMinMs);
    return this.wallMs(ticks) + (Number.isFinite(minDelayMs) ? minDelayMs : 0);
  }

  /** The wall-clock time of a moment on the timeline, in milliseconds since 1970. */
  wallMs(ticks: number): number {
    return this.#originMs + ticks / ticksPerMs;
  }

  /** A moment on the timeline without corrections: it grows as the encoder's clock does. */
  #rawMs(ticks: number): number {
    return ticks / ticksPerMs;
  }

  /** An encoder's clock is never exact: 200 ppm is 0.7 s an hour. The least delayed arrivals show its drift. */
  #follow(nowMs: number, arrivedMs: number): void {
    this.#windowMinMs = Math.min(this.#windowMinMs, arrivedMs - this.wallMs(this.#lastTicks));
    this.#minOffsetMs = Math.min(this.#minOffsetMs, arrivedMs - this.#rawMs(this.#lastTicks));
    if (nowMs - this.#windowStartMs < windowMs) return;
    const slewMs = Math.max(-maxSlewMsPerWindow, Math.min(maxSlewMsPerWindow, this.#windowMinMs));
    this.#originMs += slewMs;
    this.#lastWindowMinMs = this.#windowMinMs - slewMs;
    this.#windowStartMs = nowMs;
    this.#windowMinMs = Number.POSITIVE_INFINITY;
  }
}

/** A step that neither interleaving nor the elapsed time explains. Lost and late packets do no harm. */
function isNewTimeline(stepMs: number, elapsedMs: number): boolean {
  return Math.abs(stepMs) > maxInterleaveMs && Math.abs(stepMs - elapsedMs) > maxInterleaveMs;
}
