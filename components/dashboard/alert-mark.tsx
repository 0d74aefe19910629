import { SeveritySign } from '@/components/stream/severity-sign';
import { cn } from '@/components/ui/cn';
import type { MetricJson } from '@/lib/contracts/metrics';

type AlertLevel = NonNullable<MetricJson['alert_level']>;

const levelClass: Record<AlertLevel, string> = {
  healthy: 'text-muted',
  warning: 'text-pending',
  critical: 'text-failed',
};

/** How a camera's feed does, as a word and, where it is not well, as a shape. */
export function AlertMark({ level, className }: { level: AlertLevel; className?: string }) {
  return (
    <p className={cn('flex items-center gap-1.5 text-xs', levelClass[level], className)}>
      {level === 'healthy' ? null : <SeveritySign severity={level} />}
      {level}
    </p>
  );
}
