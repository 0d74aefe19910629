import type { AlarmSettings } from '@/lib/contracts/alarms/alarm-kinds';
import { defaultAlarms } from '@/lib/contracts/alarms/alarms';
import type { FileFault } from '@/lib/contracts/file-faults';
import type { PullFault } from '@/lib/contracts/pull-faults';
import type { SourceKind } from '@/lib/contracts/source-kinds';
import type { Arrival, Excess, LossCause, WorkerReport } from '@/lib/contracts/worker-protocol';
import { maxOf, minOf } from '@/lib/core/extremes';
import { median } from '@/lib/core/median';
import type { LatencyChoice } from '@/lib/core/srt-latency';
import type { EncoderRefusal } from '../../refusals/srt-refusal';
import type { EncoderLink } from '../../srt/srt-link';

/** One second of a connected encoder. */
export interface Second {
  sample: NonNullable<WorkerReport['sample']>;
  link: EncoderLink | null;
}

const unknown = <Value>(): Value | null => null;

/** The facts of a stream of which nothing is known, and to which no encoder is connected. */
export const noFacts = {
  /** The stream is on and its worker listens. */
  isReady: false,
  sourceKind: 'srt' as SourceKind,
  isConnected: false,
  /** An encoder is connected, and neither picture nor sound has arrived for a moment. */
  isPausing: false,
  /** When the last frame came of a camera that was live and is lost, in milliseconds since 1970. */
  lostAtMs: unknown<number>(),
  /** Why it is lost. */
  lossCause: unknown<LossCause>(),
  /** Why the address of a pulled camera did not work. */
  pullFault: unknown<PullFault>(),
  /** Why a recording does not play. */
  fileFault: unknown<FileFault>(),
  /** The camera that has taken its place, and for how long. */
  spare: unknown<{ name: string; seconds: number; returns: NonNullable<WorkerReport['spare']>['returns'] }>(),
  /** The camera that could not take its place now, and for how long. */
  missingSpare: unknown<{ name: string; seconds: number; isOn: boolean }>(),
  /** Why an encoder was refused within the last minute, unless one has connected since. */
  refusal: unknown<EncoderRefusal>(),
  /** The user's choice. */
  latency: unknown<LatencyChoice>(),
  videoCodec: unknown<string>(),
  /** The limit that the camera exceeds; beyond the bitrate limit it counts as not connected. */
  excess: unknown<Excess>(),
  /** How many times faster than real time the camera sends, or sent last. */
  pace: unknown<number>(),
  /** A feed that arrives but cannot be shown. */
  arrival: unknown<Arrival>(),
  /** The audio that is taken, where it cannot be decoded. */
  undecodableAudio: unknown<string>(),
  /** Which audio track is taken, where there are several. */
  audioTrack: unknown<{ taken: number; count: number }>(),
  /** Which alarms are on, and from when a fault is one. */
  alarms: defaultAlarms,
  /** Whether they are to be quiet for a while. */
  isQuiet: false,
  /** For how long the picture has been black, and has stood still; null where that cannot be said. */
  blackSeconds: unknown<number>(),
  frozenSeconds: unknown<number>(),
  /** For how long the audio has not been above the level of its alarm; null without an audio stream. */
  silentSeconds: unknown<number>(),
  /** Over the last three seconds, and the highest that it was over ten in this connection. */
  frameRate: unknown<{ now: number; usual: number }>(),
  /** From here on: over the last ten seconds of the connection, once there are five. */
  gopSeconds: unknown<number>(),
  hasBFrames: false,
  /** The range of frame intervals, where they vary in most of these seconds. */
  unevenFrameMs: unknown<{ shortest: number; longest: number }>(),
  bitrateKbps: unknown<number>(),
  capacityKbps: unknown<number>(),
  lossPercent: unknown<number>(),
  /** How much later the last second came than the connection's soonest media. */
  delayMs: unknown<number>(),
  rttMs: unknown<number>(),
  srtLatencyMs: unknown<number>(),
  /** Each of these seconds has a picture, and none has audio. */
  hasNoAudio: false,
  /** The number of these seconds in which the audio reaches the level of its alarm. */
  clippedSeconds: 0,
  clockDrift: unknown<{ ppm: number; errorPpm: number }>(),
};

/** The knowledge of a stream at one moment. Null: unknown. */
export type Facts = typeof noFacts;

const recentSeconds = 10;
const minSeconds = 5;
/** A frame rate is constant while the longest frame interval is at most this many times the shortest. */
const unevenFactor = 1.25;

/** The facts of a connection's last seconds. That there is no audio takes ten seconds, the rest five or more. */
export function factsOf(seconds: Second[], alarms: AlarmSettings): Partial<Facts> {
  const recent = seconds.slice(-recentSeconds);
  const latest = recent.at(-1);
  if (!latest || recent.length < minSeconds) return {};
  const samples = recent.map(({ sample }) => sample);
  const links = recent.flatMap(({ link }) => link ?? []);
  const peaks = samples.flatMap(({ audioDbfs }) => (audioDbfs ? [maxOf(audioDbfs)] : []));
  const isWhole = recent.length === recentSeconds;
  const lost = sum(links.map(({ lostPackets }) => lostPackets));
  const sent = lost + sum(links.map(({ receivedPackets }) => receivedPackets));
  return {
    gopSeconds: latest.sample.gopSeconds,
    hasBFrames: isMost(samples, ({ hasBFrames }) => hasBFrames),
    unevenFrameMs: unevenFrames(samples),
    bitrateKbps: sum(samples.map(({ bitrateKbps }) => bitrateKbps)) / samples.length,
    capacityKbps: medianOf(links.flatMap(({ capacityKbps }) => capacityKbps ?? [])),
    lossPercent: sent > 0 ? (100 * lost) / sent : null,
    delayMs: latest.sample.delayMs,
    rttMs: medianOf(links.flatMap(({ rttMs }) => rttMs ?? [])),
    srtLatencyMs: latest.link?.srtLatencyMs ?? null,
    hasNoAudio: isWhole && peaks.length === 0 && samples.every(({ fps }) => fps > 0),
    clippedSeconds: peaks.filter((peak) => peak >= alarms.clipping.from_dbfs).length,
    clockDrift: latest.sample.clockDrift,
  };
}

function unevenFrames(samples: Second['sample'][]): Facts['unevenFrameMs'] {
  const uneven = samples.flatMap(({ frameMs }) =>
    frameMs && frameMs.longest > frameMs.shortest * unevenFactor ? [frameMs] : [],
  );
  if (uneven.length * 2 <= samples.length) return null;
  return {
    shortest: minOf(uneven.map(({ shortest }) => shortest)),
    longest: maxOf(uneven.map(({ longest }) => longest)),
  };
}

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);

const isMost = <Item>(items: Item[], is: (item: Item) => boolean): boolean =>
  items.filter(is).length * 2 > items.length;

const medianOf = (values: number[]): number | null => (values.length > 0 ? median(values) : null);
