import { cn } from '@/components/ui/cn';
import type { IncidentJson } from '@/lib/contracts/streams';

type Severity = IncidentJson['attributes']['severity'];

const severityClass: Record<Severity, string> = {
  info: 'text-faint',
  warning: 'text-pending',
  critical: 'text-failed',
};

/** A severity as a shape: ring, triangle, cross. */
export function SeveritySign({ severity }: { severity: Severity }) {
  return (
    <svg
      viewBox="0 0 10 10"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      className={cn('size-2.5 shrink-0', severityClass[severity])}
    >
      {severity === 'info' ? <circle cx="5" cy="5" r="2.75" /> : null}
      {severity === 'warning' ? <path d="M5 1.25 9 8.5H1z" fill="currentColor" /> : null}
      {severity === 'critical' ? <path d="M1.5 1.5l7 7m0-7l-7 7" strokeWidth="2" /> : null}
    </svg>
  );
}
