import { SeveritySign } from '@/components/stream/severity-sign';
import { cn } from '@/components/ui/cn';
import type { MetricJson } from '@/lib/contracts/metrics';
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
