import { roundTripsPerLatency } from '@/lib/core/srt-latency';

export const alertLevels = ['healthy', 'warning', 'critical'] as const;
export type AlertLevel = (typeof alertLevels)[number];

/** How the dashboard charts a figure. */
export interface FigureChart {
  name: string;
  unit: string;
  decimals: 0 | 1 | 2;
  /** The figure's units in one of the chart's; 1 where absent. */
  perUnit?: number;
  /** Minimum of the value at the chart's upper edge. */
  minTop: number;
  /** The figure is a counter; the chart shows its increase per second. */
  isPerSecond?: boolean;
  /** Above it something is wrong. @param latencyMs the stream's SRT latency */
  limit?(latencyMs: number): number;
}

interface MetricFigure {
  column: string;
  sqlType: 'float8' | 'int' | 'alert_level';
  /** Several samples as one: `max` for counters, and for peaks that a mean would hide. */
  aggregate: 'avg' | 'max' | 'sum';
  /** For the OpenAPI document. */
  description?: string;
  /** Every sample has it; other figures are null where they were not measured. */
  isAlwaysMeasured?: true;
  /** Releases before it lack the figure, so that it is null while both are deployed. */
  isNew?: true;
  /** The value in the OpenAPI document's examples. */
  example: number | string;
  /** Absent where the dashboard has no chart of it. */
  chart?: FigureChart;
}

/**
 * Every figure of a sample, by its name in the API. SQL, serializer, OpenAPI document, cable and charts all follow this
 * table. A new figure also needs its column in schema.prisma, in StreamMetric and StreamMetricMinute, and a migration.
 * Plain data: the browser loads it, and no zod with it.
 */
const figures = {
  fps: {
    column: 'fps',
    sqlType: 'float8',
    aggregate: 'avg',
    isAlwaysMeasured: true,
    example: 30,
    chart: { name: 'Frame rate', unit: 'fps', decimals: 1, minTop: 30 },
  },
  bitrate: {
    column: 'bitrate_kbps',
    sqlType: 'float8',
    aggregate: 'avg',
    description: 'In kbit/s.',
    isAlwaysMeasured: true,
    example: 4_512,
    chart: { name: 'Bitrate', unit: 'Mbit/s', perUnit: 1_000, decimals: 2, minTop: 1 },
  },
  latency_ms: {
    column: 'latency_ms',
    sqlType: 'float8',
    aggregate: 'avg',
    description:
      'From the encoder to the room, as measured on each frame: from its capture where the encoder says when that was, else from its sending, with half the round trip time.',
    example: 120,
    // From here on it costs quality (server/gateway/metrics/quality.ts).
    chart: { name: 'Latency', unit: 'ms', decimals: 0, minTop: 100, limit: () => 500 },
  },
  dropped_frames: {
    column: 'dropped_frames',
    sqlType: 'int',
    aggregate: 'max',
    description: 'Frames that did not reach the room complete, since the stream was switched on.',
    example: 0,
    chart: { name: 'Dropped frames', unit: '/s', decimals: 1, minTop: 5, isPerSecond: true },
  },
  reconnect_count: {
    column: 'reconnect_count',
    sqlType: 'int',
    aggregate: 'max',
    description: 'How often the encoder reconnected, since the stream was switched on.',
    isAlwaysMeasured: true,
    example: 0,
  },
  rtt_ms: {
    column: 'rtt_ms',
    sqlType: 'float8',
    aggregate: 'avg',
    description: 'Round trip time between encoder and gateway.',
    example: 24,
    chart: {
      name: 'Round-trip time',
      unit: 'ms',
      decimals: 0,
      minTop: 100,
      // SRT needs this many round trips to resend a packet in time.
      limit: (latencyMs) => latencyMs / roundTripsPerLatency,
    },
  },
  jitter_ms: {
    column: 'jitter_ms',
    sqlType: 'float8',
    aggregate: 'avg',
    description: 'Variation of the time that packets take from the encoder to the gateway.',
    isNew: true,
    example: 1.4,
    chart: { name: 'Jitter', unit: 'ms', decimals: 1, minTop: 10 },
  },
  lost_packets: {
    column: 'lost_packets',
    sqlType: 'int',
    aggregate: 'sum',
    description: 'SRT packets of this second whose first transmission was lost.',
    example: 3,
  },
  retransmitted_packets: {
    column: 'retransmitted_packets',
    sqlType: 'int',
    aggregate: 'sum',
    description: 'SRT packets of this second that were retransmitted.',
    example: 3,
  },
  loss_percent: {
    column: 'loss_percent',
    sqlType: 'float8',
    aggregate: 'avg',
    description: 'Lost packets as a share of all packets sent.',
    example: 0.1,
    // The limit is where the doctor warns.
    chart: { name: 'Packet loss', unit: '%', decimals: 1, minTop: 5, limit: () => 1 },
  },
  gop_seconds: {
    column: 'gop_seconds',
    sqlType: 'float8',
    aggregate: 'max',
    description: 'The time between keyframes.',
    example: 2,
  },
  audio_left_dbfs: {
    column: 'audio_left_dbfs',
    sqlType: 'float8',
    aggregate: 'max',
    description: 'Peak of the second, at least -100.',
    example: -18.2,
  },
  audio_right_dbfs: {
    column: 'audio_right_dbfs',
    sqlType: 'float8',
    aggregate: 'max',
    example: -17.9,
  },
  loudness_lufs: {
    column: 'loudness_lufs',
    sqlType: 'float8',
    aggregate: 'avg',
    description: 'Mean momentary loudness of the second by EBU R 128, without blocks below -70 LUFS.',
    isNew: true,
    example: -23.4,
  },
  short_term_lufs: {
    column: 'short_term_lufs',
    sqlType: 'float8',
    aggregate: 'avg',
    description: 'Loudness of the last three seconds by EBU R 128.',
    isNew: true,
    example: -23.1,
  },
  players_margin_ms: {
    column: 'players_margin_ms',
    sqlType: 'float8',
    aggregate: 'avg',
    description:
      'How much earlier the camera is than the delay at which its event keeps SRT players in step; below 0 it is late. Null: not kept in step.',
    isNew: true,
    example: 80,
  },
  quality_score: {
    column: 'quality_score',
    sqlType: 'float8',
    aggregate: 'avg',
    description: '0 to 100.',
    example: 98,
  },
  alert_level: {
    column: 'alert_level',
    sqlType: 'alert_level',
    aggregate: 'max',
    example: 'healthy',
  },
} as const satisfies Record<string, MetricFigure>;

type Figures = typeof figures;
export type FigureName = keyof Figures;

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Rest}`
  ? `${Head}${Capitalize<CamelCase<Rest>>}`
  : Name;

type ValueOf<Figure extends MetricFigure> =
  | (Figure['sqlType'] extends 'alert_level' ? AlertLevel : number)
  | (Figure extends { isAlwaysMeasured: true } ? never : null);

/** The figures in the API and on the cable. */
export type FigureValues = { [Name in FigureName]: ValueOf<Figures[Name]> };

/** The figures of a row of stream_metrics, under the names that Prisma gives its columns. */
export type StoredFigures = {
  [Name in FigureName as CamelCase<Figures[Name]['column']>]: ValueOf<Figures[Name]>;
};

type ListedFigure = MetricFigure & {
  name: FigureName;
  /** Its name in a row of Prisma's. */
  property: keyof StoredFigures;
};

/** The table as a list, in the order of the API's fields and of the charts. */
export const metricFigures: readonly ListedFigure[] = Object.entries<MetricFigure>(figures).map(([name, figure]) => ({
  ...figure,
  name: name as FigureName,
  property: figure.column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()) as keyof StoredFigures,
}));
