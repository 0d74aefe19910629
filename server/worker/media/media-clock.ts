import type { RecordingClock } from '@/lib/contracts/recording-index';
import { ticksBetween, ticksPerMs } from '@/lib/core/timestamp33';
import type { EncoderTime } from './sei/encoder-time';

/** How far apart audio and video may be that are sent together; MPEG-TS allows its decoders a second. */
const maxInterleaveMs = 1_500;
const windowMs = 10_000;
/** Maximum correction towards the camera's clock: 1 ms a second, which nobody notices. */
const maxSlewMsPerWindow = 10;
/** Plausible time between a frame's capture and its sending. A correct encoder clock may be slightly ahead of ours. */
const encodingMs = { min: -100, max: 3_000 };
/** Capture times expire this long after the encoder's last one. */
const encoderTimeValidMs = 10_000;
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
  /** The negotiated receive latency of the camera's SRT connection, also of the last one; null while unknown. */
  srtLatencyMs: number | null = null;
  /** How long the encoder last took from capture to sending, and when it said so. */
  #encoding: { ms: number; saidMs: number } | null = null;

  /** @param now milliseconds since 1970 */
  constructor(now: () => number = Date.now) {
    this.#now = now;
    this.#originMs = now();
    this.#windowStartMs = this.#originMs;
  }

  /** Call before an encoder begins to send, also the same one again. Its first timestamp becomes "now". */
  restart(): void {
    this.#lastPts = undefined;
    this.#encoding = null;
  }

  /**
   * @param pts 33-bit timestamp of 90 kHz, of audio or video
   * @returns 90 kHz ticks since this clock was made; grows with pts, whatever pts did before
   */
  ticks(pts: number): number {
    const nowMs = this.#now();
    const elapsedMs = nowMs - this.#lastMs;
    this.#lastMs = nowMs;
    if (this.#lastPts !== undefined) {
      const step = ticksBetween(this.#lastPts, pts);
      if (!isNewTimeline(step / ticksPerMs, elapsedMs)) {
        this.#lastPts = pts;
        this.#lastTicks += step;
        this.#follow(nowMs);
        return this.#lastTicks;
      }
    }
    this.#lastPts = pts;
    this.#lastTicks = Math.max(this.#lastTicks + 1, Math.round((nowMs - this.#originMs) * ticksPerMs));
    this.#windowStartMs = nowMs;
    this.#windowMinMs = Number.POSITIVE_INFINITY;
    this.#lastWindowMinMs = Number.POSITIVE_INFINITY;
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
   * is the camera's own, the time of sending, or the time of arrival where the SRT latency is unknown. Unlike
   * {@link ticks} this moves nothing.
   * @param pts 33-bit timestamp of 90 kHz
   */
  captureTimeOf(pts: number): { ms: number; clock: RecordingClock } {
    const nowMs = this.#now();
    const step = this.#lastPts === undefined ? null : ticksBetween(this.#lastPts, pts);
    if (step === null || isNewTimeline(step / ticksPerMs, nowMs - this.#lastMs)) return { ms: nowMs, clock: 'arrival' };
    const ticks = this.#lastTicks + step;
    const capturedMs = this.captureMs(ticks);
    if (capturedMs === null) return { ms: this.#arrivedMs(ticks), clock: 'arrival' };
    return { ms: capturedMs, clock: this.captureClock ?? 'sent' };
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
   * was. Unlike {@link wallMs} it is not smoothed, because nothing is played by it.
   */
  #sentMs(ticks: number): number | null {
    return this.srtLatencyMs === null ? null : this.#arrivedMs(ticks) - this.srtLatencyMs;
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

  /** An encoder's clock is never exact: 200 ppm is 0.7 s an hour. The least delayed arrivals show its drift. */
  #follow(nowMs: number): void {
    this.#windowMinMs = Math.min(this.#windowMinMs, nowMs - this.wallMs(this.#lastTicks));
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
