'use client';

import { SeveritySign, StateMark } from '@/components/stream/marks';
import { useShownState } from '@/components/stream/shown-state';
import type { StateTone } from '@/components/stream/stream-words';
import { Badge } from '@/components/ui/badge';
import { cn } from '@/components/ui/cn';
import { formatTime } from '@/lib/browser/page/format-time';
import type { MetricJson } from '@/lib/contracts/metrics';
import type { StreamJson } from '@/lib/contracts/streams';
import { lookUp } from '@/lib/core/look-up';

type AlertLevel = NonNullable<MetricJson['alert_level']>;

const levelClass = {
  healthy: 'text-muted',
  warning: 'text-pending',
  critical: 'text-failed',
};

/** A feed's alert level as a word, and as a shape unless it is healthy. One that this page does not know is plain. */
export function AlertMark({ level, className }: { level: AlertLevel; className?: string }) {
  return (
    <p className={cn('flex items-center gap-1.5 text-xs', lookUp(levelClass, level), className)}>
      {level === 'warning' || level === 'critical' ? <SeveritySign severity={level} /> : null}
      <span>{level}</span>
    </p>
  );
}

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

/** The time since which a stream is active, or off. */
export function ActiveSince({ stream }: { stream: StreamJson }) {
  const { status, started_at: startedAt, stopped_at: stoppedAt } = stream.attributes;
  const isOff = status === 'stopped' || status === 'idle';
  const since = startedAt ?? (isOff ? stoppedAt : null);
  if (!since) return <>Not started</>;
  return (
    <>
      {/* One text: a translator's page loses a second one that goes. */}
      {`${startedAt ? 'Active' : 'Off'} since `}
      <time dateTime={since}>{formatTime(new Date(since))}</time>
    </>
  );
}
