import { cn } from '@/components/ui/cn';
import type { IncidentSeverity } from '@/lib/contracts/streams';
import { lookUp } from '@/lib/core/look-up';

const severityClass = {
  warning: 'text-pending',
  critical: 'text-failed',
};

/** A severity as a shape: triangle, cross, and a ring for a note or one that this page does not know. */
export function SeveritySign({ severity }: { severity: IncidentSeverity }) {
  return (
    <svg
      viewBox="0 0 10 10"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      className={cn('size-2.5 shrink-0', lookUp(severityClass, severity) ?? 'text-faint')}
    >
      {severity !== 'warning' && severity !== 'critical' ? <circle cx="5" cy="5" r="2.75" /> : null}
      {severity === 'warning' ? <path d="M5 1.25 9 8.5H1z" fill="currentColor" /> : null}
      {severity === 'critical' ? <path d="M1.5 1.5l7 7m0-7l-7 7" strokeWidth="2" /> : null}
    </svg>
  );
}
