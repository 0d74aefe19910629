'use client';

import { useRef } from 'react';
import { useInView } from '@/lib/browser/page/use-in-view';
import { useLatestSample } from '@/lib/browser/queries/use-latest-sample';
import type { StreamJson } from '@/lib/contracts/streams';
import { healthLine } from './metric-words';

const unfollowAfterMs = 3_000;

/**
 * A live camera's frame rate, bitrate and latency, updated each second while in view, and whether its video is
 * transcoded.
 */
export function HealthLine({ stream }: { stream: StreamJson }) {
  const ref = useRef<HTMLParagraphElement>(null);
  const isInView = useInView(ref, unfollowAfterMs);
  const { status, signal, media } = stream.attributes;
  const isLive = status === 'active' && signal === 'live';
  const latest = useLatestSample(stream.id, isInView && isLive);
  return (
    <p ref={ref} data-testid="health-line" className="-mt-1 min-h-4 truncate font-mono text-muted text-xs">
      {isLive && latest ? healthLine(latest) : null}
      {isLive && latest && media?.mode === 'transcoded' ? ' · transcoded' : null}
    </p>
  );
}
