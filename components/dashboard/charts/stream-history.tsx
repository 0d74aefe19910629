'use client';

import { type PointerEvent, useState } from 'react';
import { SeveritySign } from '@/components/stream/marks';
import { metrics } from '@/components/stream/metric-words';
import { Alert } from '@/components/ui/alert';
import { Skeleton } from '@/components/ui/skeleton';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs';
import { messageOr } from '@/lib/browser/api/error-text';
import { keptSamples, type ShownRange, useMetricsRange } from '@/lib/browser/data/use-samples';
import { formatClock } from '@/lib/browser/page/format-time';
import type { MetricJson } from '@/lib/contracts/metrics';
import type { IncidentJson } from '@/lib/contracts/streams';
import { gapsOf, shareOf, type TimeWindow } from './chart-path';
import { HistoryChart } from './history-chart';

const periods = [
  { value: 'live', text: 'Live', period: 'the last 100 samples', spanMs: keptSamples * 1_000, maxGapMs: 3_000 },
  { value: '15m', text: '15 min', period: 'the last 15 minutes', spanMs: 900_000, maxGapMs: 6_000 },
  { value: '1h', text: '1 h', period: 'the last hour', spanMs: 3_600_000, maxGapMs: 24_000 },
  { value: '24h', text: '24 h', period: 'the last 24 hours', spanMs: 86_400_000, maxGapMs: 540_000 },
] as const;

type Period = (typeof periods)[number]['value'];

interface StreamHistoryProps {
  streamId: string;
  /** The latest samples; undefined while they are not known. */
  live: MetricJson[] | undefined;
  incidents: IncidentJson[];
  /** The stream's SRT latency. */
  latencyMs: number | undefined;
}

/** A stream's charts: live, or of a stored period. */
export function StreamHistory({ streamId, live, incidents, latencyMs }: StreamHistoryProps) {
  const [chosen, setChosen] = useState<Period>('live');
  const range: ShownRange | null = chosen === 'live' ? null : chosen;
  const stored = useMetricsRange(streamId, range);
  const samples = range ? stored.data : live;

  return (
    <Tabs value={chosen} onValueChange={(value) => setChosen(value as Period)}>
      <TabsList aria-label="Period">
        {periods.map(({ value, text }) => (
          <TabsTrigger key={value} value={value}>
            {text}
          </TabsTrigger>
        ))}
      </TabsList>
      {periods.map(({ value, period, spanMs, maxGapMs }) => (
        <TabsContent key={value} value={value} className="pt-4">
          {stored.isError && range && !samples ? (
            <Alert variant="destructive">{messageOr(stored.error, 'The history could not be loaded.')}</Alert>
          ) : !samples ? (
            <Skeleton className="h-48" />
          ) : samples.length === 0 ? (
            <p className="text-faint text-sm">
              {range ? `Nothing was recorded in ${period}.` : 'No samples yet. They appear once a camera sends.'}
            </p>
          ) : (
            <HistoryCharts
              samples={samples}
              incidents={incidents}
              period={period}
              maxGapMs={maxGapMs}
              latencyMs={latencyMs}
              window={windowOf(spanMs, range ? stored.dataUpdatedAt : lastTimeMs(samples))}
            />
          )}
        </TabsContent>
      ))}
    </Tabs>
  );
}

const windowOf = (spanMs: number, endMs: number) => ({ startMs: endMs - spanMs, endMs });
const lastTimeMs = (samples: MetricJson[]): number => Date.parse(samples.at(-1)?.recorded_at ?? '');

interface HistoryChartsProps {
  samples: MetricJson[];
  incidents: IncidentJson[];
  window: TimeWindow;
  /** The window in words, such as 'the last 15 minutes'. */
  period: string;
  /** Samples further apart than this are not connected by a line. */
  maxGapMs: number;
  /** The stream's SRT latency; undefined for viewers. */
  latencyMs: number | undefined;
}

const keyboardSteps = 100;

/** A stream's metrics, one below the other on a shared time axis with one crosshair, and its incidents as marks. */
function HistoryCharts({ samples, incidents, window, period, maxGapMs, latencyMs }: HistoryChartsProps) {
  const [crosshairMs, setCrosshairMs] = useState<number | null>(null);
  const times = samples.map(({ recorded_at: at }) => Date.parse(at));
  const series = metrics.map((metric) => ({
    metric,
    points: samples.map((sample, index) => {
      const [timeMs = 0, beforeMs = 0] = [times[index], times[index - 1]];
      const before = timeMs - beforeMs <= maxGapMs ? samples[index - 1] : undefined;
      return { timeMs, value: metric.read(sample, before) };
    }),
  }));
  const gaps = gapsOf(times, window, maxGapMs);
  const measured = series.filter(({ points }) => points.some(({ value }) => value !== null));
  const notMeasured = series.filter((one) => !measured.includes(one));
  const spanMs = window.endMs - window.startMs;

  const point = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (event.clientX - left) / width));
    setCrosshairMs(window.startMs + share * spanMs);
  };
  const crosshairShare = crosshairMs === null ? null : shareOf(crosshairMs, window);
  const isShown = crosshairShare !== null && crosshairShare >= 0 && crosshairShare <= 1;

  return (
    <div className="grid gap-3">
      <div
        className="relative grid touch-pan-y gap-4 rounded-md pt-5 has-focus-visible:outline-2 has-focus-visible:outline-info has-focus-visible:outline-offset-4"
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setCrosshairMs(null)}
      >
        {measured.map(({ metric, points }) => (
          <HistoryChart
            key={metric.name}
            metric={metric}
            points={points}
            window={window}
            period={period}
            maxGapMs={maxGapMs}
            gaps={gaps}
            limit={latencyMs === undefined ? undefined : metric.limit?.(latencyMs)}
            crosshairMs={crosshairMs}
          />
        ))}
        <div className="relative h-3 border-t">
          {incidents.map((incident) => (
            <IncidentMark
              key={incident.id}
              incident={incident}
              share={shareOf(Date.parse(incident.attributes.occurred_at), window)}
            />
          ))}
        </div>
        {isShown ? (
          <>
            <div
              aria-hidden
              className="pointer-events-none absolute top-4 bottom-0 w-px bg-field"
              style={{ left: `${crosshairShare * 100}%` }}
            />
            {/* Above the crosshair, and never beyond the edges. */}
            <time
              aria-hidden
              data-testid="crosshair-time"
              className="pointer-events-none absolute top-0 font-mono text-ink text-xs"
              style={{ left: `${crosshairShare * 100}%`, transform: `translateX(-${crosshairShare * 100}%)` }}
            >
              {formatClock(crosshairMs ?? window.endMs)}
            </time>
          </>
        ) : null}
        <input
          type="range"
          aria-label="Crosshair time"
          min={0}
          max={keyboardSteps}
          value={Math.round((isShown ? crosshairShare : 1) * keyboardSteps)}
          aria-valuetext={formatClock(crosshairMs ?? window.endMs)}
          onChange={(event) =>
            setCrosshairMs(window.startMs + (Number(event.currentTarget.value) / keyboardSteps) * spanMs)
          }
          onBlur={() => setCrosshairMs(null)}
          className="sr-only"
        />
      </div>
      <div className="-mt-2 flex justify-between font-mono text-faint text-xs">
        <time>{formatClock(window.startMs)}</time>
        <time>{formatClock(window.endMs)}</time>
      </div>
      {notMeasured.length > 0 ? (
        <p className="border-t pt-3 text-faint text-sm">
          Not measured: {notMeasured.map(({ metric }) => metric.name.toLowerCase()).join(', ')}.
        </p>
      ) : null}
    </div>
  );
}

interface IncidentMarkProps {
  incident: IncidentJson;
  /** Its position on the time axis, from 0 to 1; it is not shown outside. */
  share: number;
}

/** An incident on the time axis as its severity's sign; the list below has its text. */
function IncidentMark({ incident, share }: IncidentMarkProps) {
  if (share < 0 || share > 1) return null;
  return (
    <span aria-hidden className="absolute top-1 -translate-x-1/2" style={{ left: `${share * 100}%` }}>
      <SeveritySign severity={incident.attributes.severity} />
    </span>
  );
}
