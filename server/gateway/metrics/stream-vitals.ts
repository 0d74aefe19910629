import type { WorkerReport } from '@/lib/contracts/worker-protocol';
import type { EncoderLink } from '../srt-router/srt-link';
import type { SampleTotals } from '../store/find-sample-totals';
import type { Sample } from '../store/record-samples';
import { type AlertState, nextAlert, noAlert } from './alert-level';
import { instability } from './instability';
import { qualityScore } from './quality-score';

/** How many samples frame rate and bitrate are judged by. */
const steadySamples = 10;
/** The most that Postgres' integer holds: a camera that sends nonsense may count to anything. */
const maxCount = 2 ** 31 - 1;

/** What the figures of the last second are worth. */
export interface Quality {
  /** 0 to 100. */
  score: number;
  alertLevel: AlertState['level'];
  fpsInstability: number;
  bitrateInstability: number;
}

/**
 * The latest facts of one stream since it was switched on: what its worker reports, how the encoder's link does, and what
 * that is worth. It outlives workers: its counters go on where the last one's ended.
 */
export class StreamVitals {
  /** Null until the present worker has reported. */
  report: WorkerReport | null = null;
  /** Over the last second; null while no encoder is connected. */
  link: EncoderLink | null = null;
  /** From the encoder to the room; null while that is not known. */
  latencyMs: number | null = null;
  /** Null until there was a sample. */
  quality: Quality | null = null;

  #earlierConnects = 0;
  #earlierDroppedFrames = 0;
  /** What was counted earlier includes what the present worker has counted. */
  #includesWorker = false;
  #droppedFrames = 0;
  #hasNewSample = false;
  #alert = noAlert;
  #frameRates: number[] = [];
  #bitrates: number[] = [];
  #isFirstSecond = true;
  #connectCount = 0;

  /**
   * Goes on where another gateway has stopped counting.
   * @param isAdopted the worker is still that gateway's: what it counts is part of the totals
   */
  continueFrom(totals: SampleTotals, isAdopted: boolean): void {
    this.#earlierConnects = totals.reconnectCount + 1;
    this.#earlierDroppedFrames = totals.droppedFrames ?? 0;
    this.#includesWorker = isAdopted;
    if (this.report) this.#excludeWorker();
  }

  /** How often a camera came back. */
  get reconnectCount(): number {
    return clampCount(this.#earlierConnects + this.#connectCount - 1);
  }

  /** Frames that did not reach the room whole. */
  get droppedFrames(): number {
    return clampCount(this.#earlierDroppedFrames + this.#droppedFrames);
  }

  receiveReport(report: WorkerReport): void {
    if (report.connectCount !== this.#connectCount) {
      this.#frameRates = [];
      this.#bitrates = [];
      this.#isFirstSecond = true;
    }
    this.report = report;
    this.#connectCount = report.connectCount;
    this.#droppedFrames = report.sample?.droppedFrames ?? this.#droppedFrames;
    this.#hasNewSample = report.sample !== null;
    this.#excludeWorker();
  }

  /** The worker is gone; the next one counts from 0. */
  workerEnded(): void {
    this.#earlierConnects += this.#connectCount;
    this.#earlierDroppedFrames += this.#droppedFrames;
    this.#connectCount = 0;
    this.#droppedFrames = 0;
    this.report = null;
    this.#hasNewSample = false;
  }

  /**
   * One second more. Call it once a second.
   * @param link what happened on the encoder's link in that second
   * @returns what to keep of it; null where the worker has reported nothing new
   */
  nextSample(streamId: string, link: EncoderLink | null): Sample | null {
    this.link = link;
    const sample = this.#hasNewSample ? this.report?.sample : null;
    this.#hasNewSample = false;
    if (!sample) return null;
    this.latencyMs = latencyOf(link, sample.workerMs);
    this.quality = this.#judge(sample);
    return {
      streamId,
      fps: sample.fps,
      bitrateKbps: sample.bitrateKbps,
      reconnectCount: this.reconnectCount,
      droppedFrames: this.droppedFrames,
      latencyMs: this.latencyMs,
      rttMs: link?.rttMs ?? null,
      lostPackets: link && clampCount(link.lostPackets),
      retransmittedPackets: link && clampCount(link.retransmittedPackets),
      lossPercent: link?.lossPercent ?? null,
      gopSeconds: sample.gopSeconds,
      audioLeftDbfs: sample.audioDbfs?.[0] ?? null,
      audioRightDbfs: sample.audioDbfs?.[1] ?? null,
      qualityScore: this.quality.score,
      alertLevel: this.quality.alertLevel,
    };
  }

  #excludeWorker(): void {
    if (!this.#includesWorker) return;
    this.#includesWorker = false;
    this.#earlierConnects = Math.max(0, this.#earlierConnects - this.#connectCount);
    this.#earlierDroppedFrames = Math.max(0, this.#earlierDroppedFrames - this.#droppedFrames);
  }

  #judge({ fps, bitrateKbps }: NonNullable<WorkerReport['sample']>): Quality {
    // A camera's first second is cut off where it began.
    if (!this.#isFirstSecond) {
      this.#frameRates = [...this.#frameRates, fps].slice(-steadySamples);
      this.#bitrates = [...this.#bitrates, bitrateKbps].slice(-steadySamples);
    }
    this.#isFirstSecond = false;
    const isAudioOnly = this.report?.media?.video === null;
    const fpsInstability = isAudioOnly ? 0 : instability(this.#frameRates);
    const bitrateInstability = instability(this.#bitrates);
    const lossPercent = this.link?.lossPercent ?? 0;
    const score = qualityScore({ lossPercent, fpsInstability, bitrateInstability, latencyMs: this.latencyMs ?? 0 });
    this.#alert = nextAlert(this.#alert, score);
    return { score, alertLevel: this.#alert.level, fpsInstability, bitrateInstability };
  }
}

/** SRT's buffer, half the round trip, and the time in the worker where that is known. */
function latencyOf(link: EncoderLink | null, workerMs: number | null): number | null {
  if (!link || link.srtLatencyMs === null) return null;
  return link.srtLatencyMs + (link.rttMs ?? 0) / 2 + (workerMs ?? 0);
}

function clampCount(count: number): number {
  return Math.min(maxCount, Math.max(0, count));
}
