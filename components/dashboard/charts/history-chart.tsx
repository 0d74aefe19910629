import { SeveritySign } from '@/components/stream/marks';
import { figure, type Metric } from '@/components/stream/metric-words';
import { cn } from '@/components/ui/cn';
import { maxOf, minOf } from '@/lib/core/extremes';
import {
  chartHeight,
  chartPath,
  chartWidth,
  nearestPoint,
  niceTop,
  type Point,
  shareOf,
  type TimeWindow,
} from './chart-path';

interface HistoryChartProps {
  metric: Metric;
  points: Point[];
  window: TimeWindow;
  /** The window in words, such as 'the last 15 minutes'. */
  period: string;
  maxGapMs: number;
  /** The periods without samples. */
  gaps: TimeWindow[];
  /** Above it something is wrong; undefined where the metric has no limit. */
  limit: number | undefined;
  /** The time under the crosshair; null while there is no crosshair. */
  crosshairMs: number | null;
}

/** One metric over time. It shows the figure under the crosshair, or else the latest. */
export function HistoryChart({
  metric,
  points,
  window,
  period,
  maxGapMs,
  gaps,
  limit,
  crosshairMs,
}: HistoryChartProps) {
  const top = niceTop(points, metric.minTop);
  const pointed = crosshairMs === null ? null : nearestPoint(points, crosshairMs, maxGapMs);
  const value = crosshairMs === null ? points.at(-1)?.value : pointed?.value;
  const line = chartPath(points, window, top, maxGapMs);
  const isOverLimit = limit !== undefined && value !== null && value !== undefined && value > limit;
  const heightOf = (level: number) => (1 - level / top) * chartHeight;
  return (
    <figure className="grid gap-1">
      <figcaption className="flex items-baseline justify-between text-sm">
        <span className="text-muted">{metric.name}</span>
        <span className={cn('flex items-center gap-1.5 font-medium font-mono', isOverLimit && 'text-pending')}>
          {isOverLimit ? <SeveritySign severity="warning" /> : null}
          <span>{figure(value, metric)}</span>
        </span>
      </figcaption>
      <div className="relative h-14">
        <svg
          viewBox={`0 0 ${chartWidth} ${chartHeight}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={inWords(metric, points, period, limit)}
          className="size-full overflow-visible"
        >
          {gaps.map(({ startMs, endMs }) => (
            <rect
              key={startMs}
              x={shareOf(startMs, window) * chartWidth}
              width={(shareOf(endMs, window) - shareOf(startMs, window)) * chartWidth}
              y="0"
              height={chartHeight}
              fill="var(--n3)"
            />
          ))}
          {[0, chartHeight / 2].map((y) => (
            <line
              key={y}
              x1="0"
              x2={chartWidth}
              y1={y}
              y2={y}
              stroke="var(--hairline)"
              vectorEffect="non-scaling-stroke"
            />
          ))}
          <line
            x1="0"
            x2={chartWidth}
            y1={chartHeight}
            y2={chartHeight}
            stroke="var(--n8)"
            vectorEffect="non-scaling-stroke"
          />
          {limit !== undefined && limit < top ? (
            <line
              x1="0"
              x2={chartWidth}
              y1={heightOf(limit)}
              y2={heightOf(limit)}
              stroke="var(--amber)"
              strokeDasharray="4 4"
              vectorEffect="non-scaling-stroke"
            />
          ) : null}
          <path
            d={line}
            fill="none"
            stroke="currentColor"
            strokeWidth="1.5"
            strokeLinejoin="round"
            strokeLinecap="round"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        <span aria-hidden className="absolute top-px left-0 bg-raised pr-1 font-mono text-faint text-xs leading-none">
          {figure(top, { decimals: Number.isInteger(top) ? 0 : 1, unit: '' })}
        </span>
        <span
          aria-hidden
          className="absolute bottom-px left-0 bg-raised pr-1 font-mono text-faint text-xs leading-none"
        >
          0
        </span>
        {pointed && pointed.value !== null ? (
          <span
            aria-hidden
            className="absolute size-1.5 -translate-1/2 rounded-full bg-ink"
            style={{
              left: `${shareOf(pointed.timeMs, window) * 100}%`,
              top: `${(1 - Math.min(1, pointed.value / top)) * 100}%`,
            }}
          />
        ) : null}
      </div>
    </figure>
  );
}

/** The chart's text for assistive technology. */
function inWords(metric: Metric, points: Point[], period: string, limit: number | undefined): string {
  const values = points.flatMap(({ value }) => (value === null ? [] : [value]));
  const [low, high] = [minOf(values), maxOf(values)].map((value) => figure(value, metric));
  const warning = limit === undefined ? '' : ` Limit ${figure(limit, metric)}.`;
  return `${metric.name}, ${period}: between ${low} and ${high}, latest ${figure(values.at(-1), metric)}.${warning}`;
}
