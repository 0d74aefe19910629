'use client';

import { useRef } from 'react';
import { useScreenLatency } from '@/components/preview/use-screen-latency';
import { cn } from '@/components/ui/cn';
import { useLatestSample } from '@/lib/browser/data/use-samples';
import { useInView } from '@/lib/browser/page/use-in-view';
import type { StreamJson } from '@/lib/contracts/streams';
import { healthLine, latencyParts } from './metric-words';
import { oldFigures, useShownState } from './shown-state';

const unfollowAfterMs = 3_000;

/**
 * A live camera's frame rate, bitrate and latency, updated each second while in view, and whether its video is
 * transcoded.
 */
export function HealthLine({ stream }: { stream: StreamJson }) {
  const ref = useRef<HTMLParagraphElement>(null);
  const isInView = useInView(ref, unfollowAfterMs);
  const { status, signal, media } = stream.attributes;
  const latest = useLatestSample(stream.id, isInView && status === 'active' && signal === 'live');
  const screenLatencyMs = useScreenLatency(stream.id);
  const { figures } = useShownState(stream, latest);
  const isShown = latest && figures !== 'none';
  return (
    <p
      ref={ref}
      data-testid="health-line"
      className={cn('min-h-4 truncate font-mono text-muted text-xs', figures === 'old' && oldFigures)}
    >
      {isShown ? (
        <span title={latencyParts(latest, screenLatencyMs, media?.capture_clock)}>
          {healthLine(latest, screenLatencyMs)}
        </span>
      ) : null}
      {isShown && media?.mode === 'transcoded' ? <span>{' · transcoded'}</span> : null}
    </p>
  );
}
