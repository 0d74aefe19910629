'use client';

import { useShownState } from '@/components/stream/shown/use-shown-state';
import { StateMark } from '@/components/stream/state-mark';
import type { StateTone } from '@/components/stream/stream-words';
import { Badge } from '@/components/ui/badge';
import type { MetricJson } from '@/lib/contracts/metrics';
import type { StreamJson } from '@/lib/contracts/streams';

const badgeTone = {
  live: 'success',
  degraded: 'warning',
  pending: 'warning',
  failed: 'error',
  off: 'neutral',
  unknown: 'neutral',
} as const satisfies Record<StateTone, string>;

/** A stream's state as a shape and a word, by the sample shown beside it. The page's StateAnnouncer says changes. */
export function StatusBadge({ stream, sample }: { stream: StreamJson; sample: MetricJson | undefined }) {
  const { word, tone } = useShownState(stream, sample);
  return (
    <Badge data-testid="state" tone={badgeTone[tone]}>
      <StateMark tone={tone} />
      {word}
    </Badge>
  );
}
