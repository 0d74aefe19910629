import type { Finding, StreamMedia } from '@/lib/contracts/streams';
import type { WorkerReport } from '@/lib/contracts/worker-protocol';
import type { EncoderLink } from '../srt-router/srt-link';
import { type Course, diagnose, findingsOf } from './diagnose';
import { type EncoderRefusal, factsOf, noFacts, type Second } from './facts';

/** Encoders that are refused try again within seconds; one that has not for this long has given up. */
export const refusalLastsMs = 60_000;
const keptSeconds = 10;

/** What there is to look at. */
export interface Patient {
  /** The latest report of the stream's worker; null while there is none. */
  report: WorkerReport | null;
  link: EncoderLink | null;
}

/** Watches one stream that is on, and says what is wrong at its camera's end. */
export class Doctor {
  #course: Course = new Map();
  #seconds: Second[] = [];
  #refused: { refusal: EncoderRefusal; atMs: number } | null = null;
  #connectCount = 0;

  /** An encoder was not let in. @param nowMs milliseconds since 1970 */
  noteRefusal(refusal: EncoderRefusal, nowMs: number): void {
    this.#refused = { refusal, atMs: nowMs };
  }

  /** Call it once a second. @returns what is found, the worst first @param nowMs milliseconds since 1970 */
  examine({ report, link }: Patient, nowMs: number): Finding[] {
    const isConnected = report?.signal === 'connecting' || report?.signal === 'live';
    const connectCount = report?.connectCount ?? 0;
    if (connectCount > this.#connectCount) {
      this.#seconds = [];
      this.#refused = null;
    }
    this.#connectCount = connectCount;
    if (!isConnected) this.#seconds = [];
    else if (report.sample) this.#note({ sample: report.sample, link });
    const facts = {
      ...noFacts,
      isReady: report?.ready ?? false,
      isConnected,
      refusal: this.#refused && nowMs - this.#refused.atMs < refusalLastsMs ? this.#refused.refusal : null,
      videoCodec: isConnected ? videoCodecOf(report.media) : null,
      ...factsOf(this.#seconds),
    };
    this.#course = diagnose(this.#course, facts, nowMs);
    return findingsOf(this.#course);
  }

  /** A report that comes between two seconds repeats the sample of the last. */
  #note(second: Second): void {
    if (second.sample === this.#seconds.at(-1)?.sample) return;
    this.#seconds = [...this.#seconds, second].slice(-keptSeconds);
  }
}

const videoCodecOf = (media: StreamMedia | null): string | null => media?.video?.codec ?? null;
