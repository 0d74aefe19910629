'use client';

import { memo, useRef } from 'react';
import { figure, healthLine } from '@/components/stream/metric-words';
import { cn } from '@/components/ui/cn';
import { useMay } from '@/lib/browser/api/use-may';
import { useLiveMetrics } from '@/lib/browser/cable/use-live-metrics';
import { useInView } from '@/lib/browser/page/use-in-view';
import type { StreamJson } from '@/lib/contracts/streams';
import { ActiveSince } from './active-since';
import { AlertMark } from './alert-mark';
import { Sparkline } from './charts/sparkline';
import { QualityBar } from './quality-bar';
import { StartStopButton } from './start-stop-button';
import { StatusBadge } from './status-badge';

interface StreamRowProps {
  stream: StreamJson;
  isSelected: boolean;
  onSelect: (streamId: string) => void;
  onFailure: (text: string | undefined) => void;
}

/** The list's columns, where they fit: name, sparkline, frame rate, latency, quality, state, action. */
export const streamColumns = '@3xl:grid-cols-[minmax(0,1fr)_6rem_5rem_3.5rem_5rem_10.5rem_3.75rem] @3xl:gap-x-3.5';

const unfollowAfterMs = 3_000;
const sparklineMs = 100_000;
const maxGapMs = 3_000;

/** One stream of the dashboard's list. It subscribes to the stream's metrics while it is in view. */
export const StreamRow = memo(function StreamRow({ stream, isSelected, onSelect, onFailure }: StreamRowProps) {
  const ref = useRef<HTMLLIElement>(null);
  const isInView = useInView(ref, unfollowAfterMs);
  const maySwitch = useMay('streams.start');
  const { name, status, signal, pod_name: podName } = stream.attributes;
  const isLive = status === 'active' && signal === 'live';
  const samples = useLiveMetrics(stream.id, isInView && status === 'active') ?? [];
  const points = samples.map(({ recorded_at: at, bitrate }) => ({ timeMs: Date.parse(at), value: bitrate }));
  const endMs = points.at(-1)?.timeMs ?? 0;
  const latest = isLive ? samples.at(-1) : undefined;
  const latencyMs = latest?.latency_ms ?? null;
  const alert = latest?.alert_level && latest.alert_level !== 'healthy' ? latest.alert_level : null;
  const sparkline = <Sparkline points={points} window={{ startMs: endMs - sparklineMs, endMs }} maxGapMs={maxGapMs} />;

  return (
    <li
      ref={ref}
      data-testid="stream-row"
      aria-current={isSelected || undefined}
      className={cn(
        'relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1.5 px-4 py-2.5 transition-colors hover:bg-control aria-[current]:bg-control',
        streamColumns,
        '@3xl:h-14 @3xl:py-0',
      )}
    >
      <div className="min-w-0">
        <h2 className="font-semibold">
          {/* The button covers the row; Start and Stop lie on top of it. */}
          <button
            type="button"
            onClick={() => onSelect(stream.id)}
            className="block w-full truncate text-left after:absolute after:inset-0 after:rounded-md"
          >
            {name}
          </button>
        </h2>
        {podName ? <p className="truncate font-mono text-faint text-xs">{podName}</p> : null}
      </div>
      <div className="hidden @3xl:grid">
        {latest ? sparkline : null}
        <p className="font-mono text-muted text-xs whitespace-nowrap">
          {figure(latest?.bitrate, { decimals: 0, unit: 'kbit/s' })}
        </p>
      </div>
      <p className={cn('hidden text-right font-mono text-sm whitespace-nowrap @3xl:block', !latest && 'text-faint')}>
        {figure(latest?.fps, { decimals: 1, unit: 'fps' })}
      </p>
      <p
        className={cn(
          'hidden text-right font-mono text-sm whitespace-nowrap @3xl:block',
          latencyMs === null && 'text-faint',
        )}
      >
        <span className="sr-only">Latency: </span>
        {figure(latencyMs, { decimals: 0, unit: 'ms' })}
      </p>
      <div className="hidden gap-0.5 @3xl:grid">
        <QualityBar score={latest?.quality_score ?? null} alert={alert} className="flex justify-end" />
        {alert ? <AlertMark level={alert} className="justify-end" /> : null}
      </div>
      <div className="col-start-1 row-start-2 flex flex-wrap items-center gap-x-2 gap-y-0.5 @3xl:col-start-auto @3xl:row-start-auto @3xl:grid">
        <span className="flex">
          <StatusBadge stream={stream} />
        </span>
        <p className="truncate text-faint text-xs">
          <ActiveSince stream={stream} />
        </p>
      </div>
      {latest ? (
        <div className="col-start-1 row-start-3 flex flex-wrap items-center gap-x-3 @3xl:hidden">
          <p className="font-mono text-sm">{healthLine(latest)}</p>
          <div className="w-16">{sparkline}</div>
          {latest.quality_score === null ? null : (
            <QualityBar score={latest.quality_score} alert={alert} className="w-24" />
          )}
          {alert ? <AlertMark level={alert} /> : null}
        </div>
      ) : null}
      {maySwitch ? (
        <StartStopButton
          stream={stream}
          onFailure={onFailure}
          className="relative col-start-2 row-span-3 row-start-1 w-15 justify-self-end @3xl:col-start-auto @3xl:row-span-1 @3xl:row-start-auto"
        />
      ) : null}
    </li>
  );
});
