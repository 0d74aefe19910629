import { SeveritySign } from '@/components/stream/severity-sign';
import { cn } from '@/components/ui/cn';
import type { MetricJson } from '@/lib/contracts/metrics';

type AlertLevel = NonNullable<MetricJson['alert_level']>;

const levelClass: Record<AlertLevel, string> = {
  healthy: 'text-muted',
  warning: 'text-pending',
  critical: 'text-failed',
};

/** A feed's alert level as a word, and as a shape unless it is healthy. */
export function AlertMark({ level, className }: { level: AlertLevel; className?: string }) {
  return (
    <p className={cn('flex items-center gap-1.5 text-xs', levelClass[level], className)}>
      {level === 'healthy' ? null : <SeveritySign severity={level} />}
      {level}
    </p>
  );
}
