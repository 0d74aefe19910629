import { ticksPerMs } from '@/lib/core/timestamp33';

export type TrackKind = 'video' | 'audio';

/** RTP's clocks: 90 kHz for video, 48 kHz for Opus. */
const rtpTicksPerMs = { video: 90, audio: 48 } as const;
/** Offset of the first timestamp, so that a program clock before it is not negative. */
const originTicks = 10_000 * ticksPerMs;
/** A larger error of lip sync is mended at once, a smaller one unnoticed. */
const maxErrorTicks = 40 * ticksPerMs;
const slewTicksPerPacket = 0.25 * ticksPerMs;
const secondsFrom1900To1970 = 2_208_988_800;

/** The times of an RTCP sender report (RFC 3550, 6.4.1). */
export interface SenderTimes {
  ntpTimestamp: bigint;
  rtpTimestamp: number;
  /** By how much the wall-clock time is later than that of the sample with this RTP timestamp. */
  lateMs?: number;
}

/** One track's RTP timestamps, which wrap after 32 bits, as milliseconds on a line of its own. */
class TrackLine {
  readonly #perMs: number;
  #last: number | undefined;
  #ticks = 0;
  /** Wall-clock time of the line's zero; null before the first report. */
  wallZeroMs: number | null = null;

  constructor(kind: TrackKind) {
    this.#perMs = rtpTicksPerMs[kind];
  }

  ms(rtpTimestamp: number): number {
    if (this.#last !== undefined) this.#ticks += (rtpTimestamp - this.#last) | 0;
    this.#last = rtpTimestamp;
    return this.#ticks / this.#perMs;
  }

  addReport({ ntpTimestamp, rtpTimestamp, lateMs = 0 }: SenderTimes): void {
    if (this.#last === undefined) return;
    const wallMs =
      (Number(ntpTimestamp >> 32n) - secondsFrom1900To1970) * 1000 +
      (Number(ntpTimestamp & 0xffffffffn) * 1000) / 2 ** 32;
    const lineMs = (this.#ticks + ((rtpTimestamp - this.#last) | 0)) / this.#perMs;
    this.wallZeroMs = wallMs - lateMs - lineMs;
  }
}

/**
 * Puts a phone's audio and video on one timeline of 90 kHz. Video keeps the phone's own intervals; audio follows by the
 * sender reports of both (lip sync). Before the first reports, media that arrives together counts as captured together.
 */
export class TrackTimes {
  readonly #now: () => number;
  readonly #lines = { video: new TrackLine('video'), audio: new TrackLine('audio') };
  /** The arrival of the first packet, and its time on the timeline, of each track. */
  #startMs: number | null = null;
  readonly #offsets: Record<TrackKind, number | null> = { video: null, audio: null };

  /** @param now a clock in milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  addReport(kind: TrackKind, times: SenderTimes): void {
    this.#lines[kind].addReport(times);
  }

  /** @returns ticks of 90 kHz on the common timeline, from 10 s on */
  ticks(kind: TrackKind, rtpTimestamp: number): number {
    const lineTicks = this.#lines[kind].ms(rtpTimestamp) * ticksPerMs;
    const offset = this.#follow(kind, this.#offsets[kind] ?? this.#arrivalOffset(lineTicks));
    this.#offsets[kind] = offset;
    return Math.round(lineTicks + offset);
  }

  #arrivalOffset(lineTicks: number): number {
    const nowMs = this.#now();
    this.#startMs ??= nowMs;
    return originTicks + (nowMs - this.#startMs) * ticksPerMs - lineTicks;
  }

  /** Audio follows video. */
  #follow(kind: TrackKind, offset: number): number {
    const { video, audio } = this.#lines;
    const videoOffset = this.#offsets.video;
    if (kind === 'video' || videoOffset === null) return offset;
    if (video.wallZeroMs === null || audio.wallZeroMs === null) return offset;
    const due = videoOffset + (audio.wallZeroMs - video.wallZeroMs) * ticksPerMs;
    const error = due - offset;
    if (Math.abs(error) > maxErrorTicks) return due;
    return offset + Math.max(-slewTicksPerPacket, Math.min(slewTicksPerPacket, error));
  }
}
