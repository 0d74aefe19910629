import type { MetricJson } from '@/lib/contracts/metrics';

/** What a chart draws of a sample. */
export interface Metric {
  name: string;
  unit: string;
  /** Decimals that are worth reading. */
  decimals: 0 | 1;
  /** The upper edge of its chart is at least this. */
  leastTop: number;
  /** Null: not measured. */
  read(sample: MetricJson): number | null;
}

/** In the order of the charts. */
export const metrics: readonly Metric[] = [
  { name: 'Frame rate', unit: 'fps', decimals: 1, leastTop: 30, read: ({ fps }) => fps },
  { name: 'Bitrate', unit: 'kbit/s', decimals: 0, leastTop: 500, read: ({ bitrate }) => bitrate },
  { name: 'Latency', unit: 'ms', decimals: 0, leastTop: 100, read: ({ latency_ms: latencyMs }) => latencyMs },
  { name: 'Dropped frames', unit: '', decimals: 0, leastTop: 10, read: ({ dropped_frames: count }) => count },
  { name: 'Round-trip time', unit: 'ms', decimals: 0, leastTop: 100, read: ({ rtt_ms: rttMs }) => rttMs },
  { name: 'Packet loss', unit: '%', decimals: 1, leastTop: 5, read: ({ loss_percent: percent }) => percent },
];

/** One for each number of decimals: making one takes longer than drawing what it says. */
const formats = { 0: numberFormat(0), 1: numberFormat(1) };

function numberFormat(decimals: number): Intl.NumberFormat {
  return new Intl.NumberFormat('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

/** A figure as it is shown, with its unit; an en dash where nothing was measured. */
export function figure(
  value: number | null | undefined,
  { decimals, unit }: Pick<Metric, 'decimals' | 'unit'>,
): string {
  if (value === null || value === undefined) return '–';
  const digits = formats[decimals].format(value);
  return unit ? `${digits} ${unit}` : digits;
}

/** The last sample as one line: fps · bitrate · latency, without what was not measured. */
export function healthLine({ fps, bitrate, latency_ms: latencyMs }: MetricJson): string {
  return [
    figure(fps, { decimals: 1, unit: 'fps' }),
    bitrate >= 1000
      ? figure(bitrate / 1000, { decimals: 1, unit: 'Mbit/s' })
      : figure(bitrate, { decimals: 0, unit: 'kbit/s' }),
    ...(latencyMs === null ? [] : [figure(latencyMs, { decimals: 0, unit: 'ms' })]),
  ].join(' · ');
}
