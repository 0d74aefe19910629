import { type FigureChart, type FigureName, metricFigures } from '@/lib/contracts/metric-figures';
import type { MetricJson } from '@/lib/contracts/metrics';
import type { StreamMediaJson } from '@/lib/contracts/streams';

/** A figure of a sample that has a chart. */
export interface Metric extends FigureChart {
  /**
   * Null where it was not measured.
   * @param before the sample before it, where nothing is missing between them
   */
  read(sample: MetricJson, before?: MetricJson): number | null;
}

/** All of them, in the order of the charts. */
export const metrics: readonly Metric[] = metricFigures.flatMap(({ name, chart }) => {
  if (!chart) return [];
  return { ...chart, read: (sample, before) => (chart.isPerSecond ? increase : figureOf)(name, sample, before) };
});

function figureOf(name: FigureName, sample: MetricJson): number | null {
  const value = sample[name];
  return typeof value === 'number' ? value : null;
}

/** Counters count since the stream was switched on; a lower count is of a new start. @returns per second */
function increase(name: FigureName, sample: MetricJson, before?: MetricJson): number | null {
  if (!before) return null;
  const [count, former] = [figureOf(name, sample), figureOf(name, before)];
  if (count === null || former === null) return null;
  const seconds = (Date.parse(sample.recorded_at) - Date.parse(before.recorded_at)) / 1_000;
  return seconds > 0 ? (count < former ? count : count - former) / seconds : null;
}

/** Kept, because creating a format takes longer than rendering a figure. */
const formats = { 0: numberFormat(0), 1: numberFormat(1) };

function numberFormat(decimals: number): Intl.NumberFormat {
  return new Intl.NumberFormat('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

/** A figure with its unit; an en dash where it was not measured. */
export function figure(
  value: number | null | undefined,
  { decimals, unit }: Pick<Metric, 'decimals' | 'unit'>,
): string {
  if (value === null || value === undefined) return '–';
  const digits = formats[decimals].format(value);
  return unit ? `${digits} ${unit}` : digits;
}

/**
 * A sample as one line: fps · bitrate · latency, without what was not measured.
 * @param screenLatencyMs as measured on this page, to the screen; null where it is not, and the sample's latency counts,
 *   from the encoder to the room
 * @param captureClock whose clock says when a frame was captured; undefined: that of our input
 */
export function healthLine(
  { fps, bitrate, latency_ms: latencyMs }: MetricJson,
  screenLatencyMs: number | null,
  captureClock?: StreamMediaJson['capture_clock'],
): string {
  return [
    figure(fps, { decimals: 1, unit: 'fps' }),
    bitrate >= 1000
      ? figure(bitrate / 1000, { decimals: 1, unit: 'Mbit/s' })
      : figure(bitrate, { decimals: 0, unit: 'kbit/s' }),
    ...latencyWords(latencyMs, screenLatencyMs, captureClock),
  ].join(' · ');
}

function latencyWords(
  latencyMs: number | null,
  screenLatencyMs: number | null,
  captureClock: StreamMediaJson['capture_clock'],
): string[] {
  const origin = captureClock === 'encoder' ? 'from the encoder' : 'from our input';
  if (screenLatencyMs !== null) return [`${figure(screenLatencyMs, { decimals: 0, unit: 'ms' })} ${origin}`];
  return latencyMs === null ? [] : [figure(latencyMs, { decimals: 0, unit: 'ms' })];
}
