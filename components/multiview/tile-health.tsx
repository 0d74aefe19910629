'use client';

import { useScreenLatency } from '@/components/preview/use-screen-latency';
import { healthLine, latencyParts } from '@/components/stream/metric-words';
import { oldFigures } from '@/components/stream/shown/shown-state';
import { useShownState } from '@/components/stream/shown/use-shown-state';
import { cn } from '@/components/ui/cn';
import { useLatestSample } from '@/lib/browser/data/use-latest-sample';
import type { StreamJson } from '@/lib/contracts/streams';
import { lookUp } from '@/lib/core/look-up';

const levelClass = { healthy: 'text-live', warning: 'text-pending', critical: 'text-failed' } as const;

/** A camera's latest figures: frame rate, bitrate, latency and alert level. */
export function TileHealth({ stream, isShown }: { stream: StreamJson; isShown: boolean }) {
  const { status, signal, media } = stream.attributes;
  const latest = useLatestSample(stream.id, isShown && status === 'active' && signal === 'live');
  const screenLatencyMs = useScreenLatency(stream.id);
  const { figures } = useShownState(stream, latest);
  if (figures === 'none') return null;
  return (
    <p
      data-testid="tile-health"
      className="truncate font-mono font-normal text-[length:max(0.6875rem,0.6em)] text-white/80"
    >
      <span
        className={cn(figures === 'old' && oldFigures)}
        title={latest && latencyParts(latest, screenLatencyMs, media?.capture_clock)}
      >
        {latest ? healthLine(latest, screenLatencyMs) : 'Measuring…'}
      </span>
      {figures === 'judged' && latest?.alert_level ? (
        <span className={lookUp(levelClass, latest.alert_level)}> · {latest.alert_level}</span>
      ) : null}
    </p>
  );
}
