'use client';

import { memo, useRef } from 'react';
import { AcknowledgeButton } from '@/components/stream/alarms/acknowledge-button';
import { alarmsOf } from '@/components/stream/alarms/alarm-words';
import { CameraNumber, SeveritySign } from '@/components/stream/marks';
import { bitrateWords, figure } from '@/components/stream/metric-words';
import { oldFigures, useShownState } from '@/components/stream/shown-state';
import { troubleOf } from '@/components/stream/trouble';
import { cn } from '@/components/ui/cn';
import { useMay } from '@/lib/browser/api/use-may';
import { useLiveMetrics } from '@/lib/browser/data/use-samples';
import { useInView } from '@/lib/browser/page/use-in-view';
import type { StreamJson } from '@/lib/contracts/streams';
import { chartHeight, chartPath, chartWidth, niceTop, type Point, type TimeWindow } from './charts/chart-path';
import { QualityBar } from './quality-bar';
import { type PowerFailure, StartStopButton } from './start-stop-button';
import { ActiveSince, AlertMark, StatusBadge } from './stream-marks';

interface StreamRowProps {
  stream: StreamJson;
  /** Empty where the list says it already. */
  eventName: string;
  isSelected: boolean;
  onSelect: (streamId: string) => void;
  onFailure: (failure: PowerFailure | undefined) => void;
}

/** The list's columns, where they fit: name, sparkline, frame rate, latency, quality, state, action. */
export const streamColumns = '@3xl:grid-cols-[minmax(0,1fr)_6rem_5rem_3.5rem_5rem_10.5rem_3.75rem] @3xl:gap-x-3.5';

const unfollowAfterMs = 3_000;
const sparklineMs = 100_000;
const maxGapMs = 3_000;

/** One stream of the dashboard's list. It subscribes to the stream's metrics while it is in view. */
export const StreamRow = memo(function StreamRow({
  stream,
  eventName,
  isSelected,
  onSelect,
  onFailure,
}: StreamRowProps) {
  const ref = useRef<HTMLLIElement>(null);
  const isInView = useInView(ref, unfollowAfterMs);
  const maySwitch = useMay('streams.start');
  const { name, status, signal, pod_name: podName } = stream.attributes;
  const isLive = status === 'active' && signal === 'live';
  const samples = useLiveMetrics(stream.id, isInView && status === 'active') ?? [];
  const points = samples.map(({ recorded_at: at, bitrate }) => ({ timeMs: Date.parse(at), value: bitrate }));
  const endMs = points.at(-1)?.timeMs ?? 0;
  const sample = isLive ? samples.at(-1) : undefined;
  const { figures } = useShownState(stream, sample);
  const latest = figures === 'none' ? undefined : sample;
  const isOld = figures === 'old';
  const judged = figures === 'judged' ? sample : undefined;
  const score = judged?.quality_score ?? null;
  const latencyMs = latest?.latency_ms ?? null;
  const [fps, latency] = [
    figure(latest?.fps, { decimals: 1, unit: 'fps' }),
    figure(latencyMs, { decimals: 0, unit: 'ms' }),
  ];
  const alert = judged?.alert_level && judged.alert_level !== 'healthy' ? judged.alert_level : null;
  const trouble = troubleOf(stream.attributes);
  const [worst] = alarmsOf(stream.attributes);

  return (
    <li
      ref={ref}
      data-testid="stream-row"
      aria-current={isSelected || undefined}
      className={cn(
        'relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1.5 px-4 py-2.5 transition-colors hover:bg-control aria-[current]:bg-control',
        streamColumns,
        '@3xl:min-h-14 @3xl:py-1.5',
      )}
    >
      <div className="min-w-0">
        <h2 className="flex items-baseline gap-2 font-semibold">
          <CameraNumber number={stream.attributes.number} className="text-sm" />
          {/* The button covers the row; Start and Stop lie on top of it. */}
          <button
            type="button"
            onClick={() => onSelect(stream.id)}
            dir="auto"
            className="block min-w-0 flex-1 truncate text-left after:absolute after:inset-0 after:rounded-md"
          >
            {name}
          </button>
        </h2>
        <p className="truncate text-muted text-xs">
          <bdi>{eventName}</bdi>
          {podName ? <span className="font-mono text-faint"> {podName}</span> : null}
        </p>
      </div>
      <div className={cn('hidden @3xl:grid', isOld && oldFigures)}>
        {latest ? (
          <Sparkline points={points} window={{ startMs: endMs - sparklineMs, endMs }} maxGapMs={maxGapMs} />
        ) : null}
        <p className="font-mono text-muted text-xs whitespace-nowrap">{bitrateWords(latest?.bitrate)}</p>
      </div>
      <p
        className={cn(
          'hidden text-right font-mono text-sm whitespace-nowrap @3xl:block',
          !latest && 'text-faint',
          isOld && oldFigures,
        )}
      >
        {fps}
      </p>
      <p
        className={cn(
          'hidden text-right font-mono text-sm whitespace-nowrap @3xl:block',
          latencyMs === null && 'text-faint',
          isOld && oldFigures,
        )}
      >
        <span className="sr-only">Latency: </span>
        {latency}
      </p>
      <div className="hidden gap-0.5 @3xl:grid">
        <QualityBar score={score} className="flex justify-end" />
        {alert ? <AlertMark level={alert} className="justify-end" /> : null}
      </div>
      <div className="col-start-1 row-start-2 flex flex-wrap items-center gap-x-2 gap-y-0.5 @3xl:col-start-auto @3xl:row-start-auto @3xl:grid">
        <span className="flex items-center gap-2">
          <StatusBadge stream={stream} sample={sample} />
          {stream.attributes.recording ? <RecordMark /> : null}
        </span>
        <p className="truncate text-faint text-xs">
          <ActiveSince stream={stream} />
        </p>
      </div>
      {latest ? (
        <div
          className={cn('col-span-2 row-start-3 flex flex-wrap items-center gap-x-3 @3xl:hidden', isOld && oldFigures)}
        >
          <p className="font-mono text-muted text-xs">{[fps, bitrateWords(latest.bitrate), latency].join(' · ')}</p>
          {score === null ? null : <QualityBar score={score} className="w-24" />}
          {alert ? <AlertMark level={alert} /> : null}
        </div>
      ) : null}
      {trouble ? (
        <p
          className={cn(
            'col-span-2 row-start-4 flex flex-wrap items-center gap-x-2 text-sm @3xl:col-span-full @3xl:row-start-2',
            trouble.severity === 'critical' ? 'text-failed' : 'text-pending',
          )}
        >
          <span className="flex items-center gap-2">
            <SeveritySign severity={trouble.severity} />
            {trouble.sentence}
          </span>
          {worst ? <AcknowledgeButton stream={stream} alarm={worst} className="relative text-muted text-xs" /> : null}
        </p>
      ) : null}
      {maySwitch ? (
        <StartStopButton
          stream={stream}
          onFailure={onFailure}
          className="relative col-start-2 row-span-2 row-start-1 w-15 justify-self-end @3xl:col-start-auto @3xl:row-span-1 @3xl:row-start-auto"
        />
      ) : null}
    </li>
  );
});

interface SparklineProps {
  points: Point[];
  window: TimeWindow;
  maxGapMs: number;
  className?: string;
}

/** A line without axes for a list's row; the figures beside it are its text. */
function Sparkline({ points, window, maxGapMs, className }: SparklineProps) {
  return (
    <svg
      viewBox={`0 -4 ${chartWidth} ${chartHeight + 8}`}
      preserveAspectRatio="none"
      aria-hidden
      className={cn('h-6 w-full text-muted', className)}
    >
      <path
        d={chartPath(points, window, niceTop(points, 1) * 1.05, maxGapMs)}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.25"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

/** The mark of a camera that is recorded: a red dot and a word. */
const RecordMark = ({ className }: { className?: string }) => (
  <span title="Recording" className={cn('flex shrink-0 items-center gap-1 font-medium text-failed text-xs', className)}>
    <span aria-hidden className="size-2 rounded-full bg-current" />
    REC
  </span>
);
