'use client';

import { type PointerEvent, useState } from 'react';
import { metrics } from '@/components/stream/metric-words';
import { formatClock } from '@/lib/browser/page/format-time';
import type { MetricJson } from '@/lib/contracts/metrics';
import type { IncidentJson } from '@/lib/contracts/streams';
import { IncidentMark } from '../incident-mark';
import { gapsOf, shareOf, type TimeWindow } from './chart-path';
import { HistoryChart } from './history-chart';

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
export function HistoryCharts({ samples, incidents, window, period, maxGapMs, latencyMs }: HistoryChartsProps) {
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
