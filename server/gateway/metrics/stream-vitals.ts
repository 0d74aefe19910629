import type { WorkerReport } from '@/lib/contracts/worker-protocol';
import type { EncoderLink } from '../srt/srt-link';
import type { Sample } from '../store/record-samples';
import type { SampleTotals } from '../store/stream-records';
import { type AlertState, instability, nextAlert, noAlert, qualityScore } from './quality';
import { SteadyRoundTrip } from './steady-round-trip';

/** The number of samples that the stability of frame rate and bitrate is computed from. */
const steadySamples = 10;
/** The maximum of Postgres' integer; counters of nonsense input may grow beyond it. */
const maxCount = 2 ** 31 - 1;

/** The quality of the last second. */
export interface Quality {
  /** 0 to 100. */
  score: number;
  alertLevel: AlertState['level'];
  fpsInstability: number;
  bitrateInstability: number;
}

/**
 * The latest facts of one stream since it was switched on: its worker's report, its encoder's link, and its quality.
 * They outlive workers: the counters continue where the previous worker's ended.
 */
export class StreamVitals {
  /** Null until the present worker's first report. */
  report: WorkerReport | null = null;
  /** Over the last second; null while no encoder is connected. */
  link: EncoderLink | null = null;
  /** From the encoder to the room; null while unknown. */
  latencyMs: number | null = null;
  /** Null before the first sample. */
  quality: Quality | null = null;
  readonly roundTrip = new SteadyRoundTrip();

  #earlierConnects = 0;
  #earlierDroppedFrames = 0;
  /** The earlier counts include those of the present worker. */
  #includesWorker = false;
  #droppedFrames = 0;
  #hasNewSample = false;
  #measuredAtMs = 0;
  #alert = noAlert;
  #frameRates: number[] = [];
  #bitrates: number[] = [];
  #isFirstSecond = true;
  #connectCount = 0;

  /**
   * Continues the counts of another gateway.
   * @param isAdopted that gateway started the present worker, so the totals include the worker's counts
   */
  continueFrom(totals: SampleTotals, isAdopted: boolean): void {
    this.#earlierConnects = totals.reconnectCount + 1;
    this.#earlierDroppedFrames = totals.droppedFrames ?? 0;
    this.#includesWorker = isAdopted;
    if (this.report) this.#excludeWorker();
  }

  /** How often the camera has reconnected. */
  get reconnectCount(): number {
    return clampCount(this.#earlierConnects + this.#connectCount - 1);
  }

  /** Frames that did not reach the room intact. */
  get droppedFrames(): number {
    return clampCount(this.#earlierDroppedFrames + this.#droppedFrames);
  }

  /** @param arrivedAtMs by the gateway's clock: its sample counts as measured then */
  receiveReport(report: WorkerReport, arrivedAtMs: number): void {
    if (report.connectCount !== this.#connectCount) {
      this.#frameRates = [];
      this.#bitrates = [];
      this.#isFirstSecond = true;
    }
    this.report = report;
    this.#connectCount = report.connectCount;
    this.#droppedFrames = report.sample?.droppedFrames ?? this.#droppedFrames;
    this.#hasNewSample = report.sample !== null;
    this.#measuredAtMs = arrivedAtMs;
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
   * The sample of the last second. To be called once a second.
   * @param link the encoder's link in that second
   * @returns null without a new sample from the worker
   */
  nextSample(streamId: string, link: EncoderLink | null): Sample | null {
    this.link = link;
    this.roundTrip.note(link?.rttMs ?? null);
    const sample = this.#hasNewSample ? this.report?.sample : null;
    this.#hasNewSample = false;
    if (!sample) return null;
    this.latencyMs = latencyOf(link, sample, this.report?.media?.captureClock === 'encoder');
    this.quality = this.#rate(sample);
    return {
      streamId,
      measuredAtMs: this.#measuredAtMs,
      fps: sample.fps,
      bitrateKbps: sample.bitrateKbps,
      reconnectCount: this.reconnectCount,
      droppedFrames: this.droppedFrames,
      latencyMs: this.latencyMs,
      rttMs: link?.rttMs ?? null,
      jitterMs: link?.jitterMs ?? null,
      lostPackets: link && clampCount(link.lostPackets),
      retransmittedPackets: link && clampCount(link.retransmittedPackets),
      lossPercent: link?.lossPercent ?? null,
      gopSeconds: sample.gopSeconds,
      audioLeftDbfs: sample.audioDbfs?.[0] ?? null,
      audioRightDbfs: sample.audioDbfs?.[1] ?? null,
      loudnessLufs: sample.loudness?.momentaryLufs ?? null,
      shortTermLufs: sample.loudness?.shortTermLufs ?? null,
      playersMarginMs: this.report?.inStep?.marginMs ?? null,
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

  #rate({ fps, bitrateKbps }: NonNullable<WorkerReport['sample']>): Quality {
    // A camera's first second is incomplete.
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

type WorkerSample = NonNullable<WorkerReport['sample']>;

/**
 * Latency from the encoder to the room. The worker measures it from each frame's capture by the encoder's clock, or
 * from its sending. The way to us is in that where it knows the sender's clock. Without a measurement it is SRT's buffer plus the time in the worker.
 */
function latencyOf(
  link: EncoderLink | null,
  { captureToRoomMs, includesWay, workerMs }: Pick<WorkerSample, 'captureToRoomMs' | 'includesWay' | 'workerMs'>,
  isOfEncoderClock: boolean,
): number | null {
  const wayMs = (link?.rttMs ?? 0) / 2;
  if (captureToRoomMs !== null) return Math.max(0, captureToRoomMs + (isOfEncoderClock || includesWay ? 0 : wayMs));
  if (!link || link.srtLatencyMs === null) return null;
  return link.srtLatencyMs + wayMs + (workerMs ?? 0);
}

function clampCount(count: number): number {
  return Math.min(maxCount, Math.max(0, count));
}
