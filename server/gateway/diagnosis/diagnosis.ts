import type { AlarmSettings } from '@/lib/contracts/alarms/alarm-kinds';
import { frameRateWindowSeconds, silenceLevelsDbfs } from '@/lib/contracts/alarms/alarm-kinds';
import type { FoundProblem } from '@/lib/contracts/catalogue/found-problem';
import type { SourceKind } from '@/lib/contracts/source-kinds';
import type { StreamMedia } from '@/lib/contracts/stream-media';
import type { Conditions, WorkerReport } from '@/lib/contracts/worker-protocol';
import type { LatencyChoice } from '@/lib/core/srt-latency';
import { type EncoderRefusal, mayBeAnotherCaller } from '../refusals/srt-refusal';
import type { EncoderLink } from '../srt/srt-link';
import { diagnose, findingsOf, noSymptoms, type Symptoms } from './diagnose';
import { type Facts, factsOf, noFacts, type Second } from './rules/facts';

/** A refused encoder tries again within seconds; after this long without a try it has given up. */
export const refusalLastsMs = 60_000;
const keptSeconds = 10;

/** The input of a stream's diagnosis. */
export interface Observation {
  /** The latest report of the stream's worker; null while there is none. */
  report: WorkerReport | null;
  link: EncoderLink | null;
  /** The user's choice; null where no connected caller is affected. */
  latency: LatencyChoice | null;
  /** When the last frame came of a camera that was live and is lost. */
  lostAt: Date | null;
  alarms: AlarmSettings;
  /** Whether its alarms are to be quiet. */
  isQuiet: boolean;
  sourceKind: SourceKind;
  /** The camera that takes its place; null without one. */
  spare: { name: string; isOn: boolean } | null;
}

/** Watches one stream and finds the problems at its camera's end. */
export class Diagnosis {
  #symptoms: Symptoms = noSymptoms;
  #seconds: Second[] = [];
  #refused: { refusal: EncoderRefusal; atMs: number } | null = null;
  #connectCount = 0;
  /** The present connection's usual frame rate. */
  #usualFps = 0;

  /** Notes that an encoder was refused. @param nowMs milliseconds since 1970 */
  noteRefusal(refusal: EncoderRefusal, nowMs: number): void {
    const present = this.#refusalAt(nowMs);
    if (mayBeAnotherCaller(refusal) && present !== null && !mayBeAnotherCaller(present)) return;
    this.#refused = { refusal, atMs: nowMs };
  }

  /** To be called once a second or more often. @param nowMs milliseconds since 1970 @returns the findings, the worst first */
  examine(observation: Observation, nowMs: number): FoundProblem[] {
    const { report, link, latency, lostAt, alarms, isQuiet, sourceKind, spare } = observation;
    const isConnected = report?.signal === 'connecting' || report?.signal === 'live';
    const connectCount = report?.connectCount ?? 0;
    if (connectCount > this.#connectCount) {
      this.#seconds = [];
      this.#usualFps = 0;
      this.#refused = null;
    }
    this.#connectCount = connectCount;
    // It was refused in favour of an encoder that is gone.
    if (!isConnected && this.#refused?.refusal === 'busy') this.#refused = null;
    if (!isConnected) this.#seconds = [];
    else if (report.sample) this.#note({ sample: report.sample, link });
    const facts = {
      ...noFacts,
      isReady: report?.ready ?? false,
      sourceKind,
      isConnected,
      isPausing: isConnected && report.conditions === null,
      lostAtMs: lostAt?.getTime() ?? null,
      lossCause: report?.loss?.cause ?? null,
      pullFault: report?.pullFault ?? null,
      fileFault: report?.fileFault ?? null,
      spare: spareOf(report, spare),
      missingSpare: missingSpareOf(report, spare),
      refusal: this.#refusalAt(nowMs),
      latency,
      excess: report?.excess ?? null,
      pace: report?.pace ?? null,
      alarms,
      isQuiet,
      // A replay stands still and is silent between two clips.
      ...conditionsOf(isConnected && sourceKind !== 'replay' ? report.conditions : null, alarms),
      arrival: report?.arrival ?? null,
      undecodableAudio: undecodableAudioOf(report?.media ?? null),
      audioTrack: audioTrackOf(report?.media ?? null),
      frameRate: this.#frameRate(),
      videoCodec: isConnected ? videoCodecOf(report.media) : null,
      ...factsOf(this.#seconds, alarms),
    };
    this.#symptoms = diagnose(this.#symptoms, facts, nowMs);
    return findingsOf(this.#symptoms);
  }

  #refusalAt(nowMs: number): EncoderRefusal | null {
    return this.#refused && nowMs - this.#refused.atMs < refusalLastsMs ? this.#refused.refusal : null;
  }

  #frameRate(): Facts['frameRate'] {
    const latest = this.#seconds.slice(-frameRateWindowSeconds);
    if (this.#usualFps === 0 || latest.length < frameRateWindowSeconds) return null;
    return { now: meanFps(latest), usual: this.#usualFps };
  }

  /** A report between two samples repeats the last one. */
  #note(second: Second): void {
    if (second.sample === this.#seconds.at(-1)?.sample) return;
    this.#seconds = [...this.#seconds, second].slice(-keptSeconds);
    if (this.#seconds.length === keptSeconds) this.#usualFps = Math.max(this.#usualFps, steadyFps(this.#seconds));
  }
}

function conditionsOf(conditions: Conditions | null, { silent }: AlarmSettings) {
  const { blackSeconds = null, frozenSeconds = null, silentSeconds } = conditions ?? {};
  return {
    blackSeconds,
    frozenSeconds,
    silentSeconds: silentSeconds?.[silenceLevelsDbfs.indexOf(silent.below_dbfs)] ?? null,
  };
}

function spareOf(report: WorkerReport | null, spare: Observation['spare']): Facts['spare'] {
  const { shownSeconds: seconds = null, returns } = report?.spare ?? {};
  return seconds === null || spare === null ? null : { name: spare.name, seconds, returns };
}

function missingSpareOf(report: WorkerReport | null, spare: Observation['spare']): Facts['missingSpare'] {
  const seconds = report?.spare?.missingSeconds ?? null;
  return seconds === null || spare === null ? null : { name: spare.name, isOn: spare.isOn, seconds };
}

const meanFps = (seconds: Second[]): number =>
  seconds.reduce((sum, { sample }) => sum + sample.fps, 0) / seconds.length;

/** The frame rate of the middle seconds. Frames that a network has held back come all at once, and are no camera's rate. */
function steadyFps(seconds: Second[]): number {
  const outer = Math.floor(seconds.length / 5);
  return meanFps(seconds.toSorted((one, other) => one.sample.fps - other.sample.fps).slice(outer, -outer));
}

const videoCodecOf = (media: StreamMedia | null): string | null => media?.video?.codec ?? null;

/** The codec of audio of which nothing could be decoded. */
const undecodableAudioOf = (media: StreamMedia | null): string | null =>
  media?.audio && media.audio.sampleRateHz === null ? media.audio.codec : null;

function audioTrackOf(media: StreamMedia | null): Facts['audioTrack'] {
  const { audioTracks = [], audioTrack = null } = media?.choices ?? {};
  return audioTrack !== null && audioTracks.length > 1 ? { taken: audioTrack, count: audioTracks.length } : null;
}
