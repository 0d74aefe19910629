import { type FigureChart, type FigureName, metricFigures } from '@/lib/contracts/metric-figures';
import type { MetricJson } from '@/lib/contracts/metrics';
import type { StreamMediaJson } from '@/lib/contracts/streams';

/** A figure of a sample that has a chart. */
export interface Metric extends FigureChart {
  /**
   * In the chart's unit. Null where it was not measured.
   * @param before the sample before it, where nothing is missing between them
   */
  read(sample: MetricJson, before?: MetricJson): number | null;
}

/** All of them, in the order of the charts. */
export const metrics: readonly Metric[] = metricFigures.flatMap(({ name, chart }) => {
  if (!chart) return [];
  const perUnit = chart.perUnit ?? 1;
  return {
    ...chart,
    read: (sample, before) => {
      const value = (chart.isPerSecond ? increase : figureOf)(name, sample, before);
      return value === null ? null : value / perUnit;
    },
  };
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
const formats = { 0: numberFormat(0), 1: numberFormat(1), 2: numberFormat(2) };

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

/** A bitrate in one unit, however high it is, so that it does not jump between two. @param kbps undefined: not measured */
export const bitrateWords = (kbps: number | undefined): string =>
  figure(kbps === undefined ? null : kbps / 1_000, { decimals: 1, unit: 'Mbit/s' });

/**
 * A sample as one line: fps · bitrate · latency, without what was not measured.
 * @param screenLatencyMs to this page's screen; null where the page does not measure it: the line then has the
 *   sample's latency, which ends at the server
 */
export function healthLine(
  { fps, bitrate, latency_ms: latencyMs }: MetricJson,
  screenLatencyMs: number | null,
): string {
  return [
    figure(fps, { decimals: 1, unit: 'fps' }),
    bitrateWords(bitrate),
    ...latencyWords(latencyMs, screenLatencyMs),
  ].join(' · ');
}

function latencyWords(latencyMs: number | null, screenLatencyMs: number | null): string[] {
  if (screenLatencyMs !== null) return [`${figure(screenLatencyMs, { decimals: 0, unit: 'ms' })} behind live`];
  return latencyMs === null ? [] : [`${figure(latencyMs, { decimals: 0, unit: 'ms' })} to the server`];
}

/**
 * The parts of a camera's latency, for those who ask.
 * @param captureClock whose clock says when a frame was captured; undefined: that of our input
 */
export function latencyParts(
  { latency_ms: latencyMs }: MetricJson,
  screenLatencyMs: number | null,
  captureClock?: StreamMediaJson['capture_clock'],
): string {
  const origin = captureClock === 'encoder' ? 'from the encoder' : 'from our input';
  const ms = (value: number) => figure(value, { decimals: 0, unit: 'ms' });
  const toScreen = screenLatencyMs === null ? [] : [`${ms(screenLatencyMs)} ${origin} to this screen`];
  const toServer = latencyMs === null ? [] : [`${ms(latencyMs)} from the encoder to the server`];
  return [...toScreen, ...toServer].join(' · ');
}
