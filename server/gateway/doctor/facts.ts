import { type AlarmSettings, defaultAlarms } from '@/lib/contracts/alarms/alarms';
import type { Arrival, Excess, LossCause, WorkerReport } from '@/lib/contracts/worker-protocol';
import { median } from '@/lib/core/median';
import type { LatencyChoice } from '@/lib/core/srt-latency';
import type { EncoderLink } from '../srt-router/srt-link';
import type { SrtRefusal } from '../srt-router/srt-refusal';

/** Why an encoder was refused, where the stream's owner can fix it. */
export type EncoderRefusal = Extract<
  SrtRefusal,
  | 'off'
  | 'old_key'
  | 'mistyped_key'
  | 'camera_id'
  | 'view_key'
  | 'stream_key'
  | 'wrong_mode'
  | 'no_stream_id'
  | 'wrong_passphrase'
  | 'no_passphrase'
  | 'unexpected_passphrase'
  | 'packet_filter'
>;

/** One second of a connected encoder. */
export interface Second {
  sample: NonNullable<WorkerReport['sample']>;
  link: EncoderLink | null;
}

/** What is known of a stream at one moment. Null: unknown. */
export interface Facts {
  /** The stream is on and its worker listens. */
  isReady: boolean;
  isConnected: boolean;
  /** When the last frame came of a camera that was live and is lost, in milliseconds since 1970. */
  lostAtMs: number | null;
  /** Why it is lost. */
  lossCause: LossCause | null;
  /** Why an encoder was refused within the last minute, unless one has connected since. */
  refusal: EncoderRefusal | null;
  /** What the user has chosen. */
  latency: LatencyChoice | null;
  videoCodec: string | null;
  /** What the camera sends beyond its limits; it counts as not connected where that is the bitrate. */
  excess: Excess | null;
  /** What arrives in place of something that can be shown. */
  arrival: Arrival | null;
  /** The audio that is taken, where it cannot be decoded. */
  undecodableAudio: string | null;
  /** Which audio track is taken, where there are several. */
  audioTrack: { taken: number; count: number } | null;
  /** Which alarms are on, and from when a fault is one. */
  alarms: AlarmSettings;
  /** For how long the picture has been black, and has stood still; null where that cannot be said. */
  blackSeconds: number | null;
  frozenSeconds: number | null;
  /** For how long the audio has not been above the level of its alarm; null without an audio stream. */
  silentSeconds: number | null;
  /** Over the last three seconds, and the highest that it was over ten in this connection. */
  frameRate: { now: number; usual: number } | null;
  /** From here on: over the last ten seconds of the connection, once there are five. */
  gopSeconds: number | null;
  hasBFrames: boolean;
  /** The range of frame intervals, where they vary in most of these seconds. */
  unevenFrameMs: { shortest: number; longest: number } | null;
  bitrateKbps: number | null;
  capacityKbps: number | null;
  lossPercent: number | null;
  rttMs: number | null;
  srtLatencyMs: number | null;
  /** Each of these seconds has a picture, and none has audio. */
  hasNoAudio: boolean;
  /** The number of these seconds in which the audio reaches the level of its alarm. */
  clippedSeconds: number;
  clockDrift: { ppm: number; errorPpm: number } | null;
}

const recentSeconds = 10;
const leastSeconds = 5;
/** A frame rate is constant while the longest frame interval is at most this many times the shortest. */
const unevenFactor = 1.25;

/** Nothing is known, and no encoder is connected. */
export const noFacts: Facts = {
  isReady: false,
  isConnected: false,
  lostAtMs: null,
  lossCause: null,
  refusal: null,
  latency: null,
  videoCodec: null,
  excess: null,
  alarms: defaultAlarms,
  arrival: null,
  undecodableAudio: null,
  audioTrack: null,
  blackSeconds: null,
  frozenSeconds: null,
  silentSeconds: null,
  frameRate: null,
  gopSeconds: null,
  hasBFrames: false,
  unevenFrameMs: null,
  bitrateKbps: null,
  capacityKbps: null,
  lossPercent: null,
  rttMs: null,
  srtLatencyMs: null,
  hasNoAudio: false,
  clippedSeconds: 0,
  clockDrift: null,
};

/** The facts of a connection's last seconds. That there is no audio takes ten seconds, the rest five or more. */
export function factsOf(seconds: Second[], alarms: AlarmSettings): Partial<Facts> {
  const recent = seconds.slice(-recentSeconds);
  const latest = recent.at(-1);
  if (!latest || recent.length < leastSeconds) return {};
  const samples = recent.map(({ sample }) => sample);
  const links = recent.flatMap(({ link }) => link ?? []);
  const peaks = samples.flatMap(({ audioDbfs }) => (audioDbfs ? [Math.max(...audioDbfs)] : []));
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
    shortest: Math.min(...uneven.map(({ shortest }) => shortest)),
    longest: Math.max(...uneven.map(({ longest }) => longest)),
  };
}

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);

const isMost = <Item>(items: Item[], is: (item: Item) => boolean): boolean =>
  items.filter(is).length * 2 > items.length;

const medianOf = (values: number[]): number | null => (values.length > 0 ? median(values) : null);
