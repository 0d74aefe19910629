import { minOf } from '@/lib/core/extremes';

/** A sender report comes every few seconds: those of half a minute. */
const reportCount = 8;

interface SenderReport {
  timestamp: number;
  remoteTimestamp: number;
}

/**
 * By how much this browser's clock is ahead of the clock of the worker that sends a track. A sender report carries the
 * worker's time, and is half a round trip old when it arrives (RFC 3550, 6.4.1); the least delayed one counts.
 */
export class SenderClock {
  readonly #offsets: number[] = [];
  #lastRemoteMs = 0;

  /** Milliseconds; null before the first report. */
  get offsetMs(): number | null {
    return this.#offsets.length > 0 ? minOf(this.#offsets) : null;
  }

  /** @param stats of the track's receiver */
  update(stats: RTCStatsReport): void {
    let report: SenderReport | undefined;
    let roundTripSeconds = 0;
    for (const entry of stats.values()) {
      if (entry.type === 'remote-outbound-rtp') report = entry;
      else if (entry.type === 'candidate-pair' && entry.nominated) roundTripSeconds = entry.currentRoundTripTime ?? 0;
    }
    if (!report || report.remoteTimestamp === this.#lastRemoteMs) return;
    this.#lastRemoteMs = report.remoteTimestamp;
    this.#offsets.push(report.timestamp - report.remoteTimestamp - (roundTripSeconds * 1_000) / 2);
    if (this.#offsets.length > reportCount) this.#offsets.shift();
  }
}
