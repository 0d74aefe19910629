import { cn } from '@/components/ui/cn';
import type { IncidentJson } from '@/lib/contracts/streams';

type Severity = IncidentJson['attributes']['severity'];

const severityClass: Record<Severity, string> = {
  info: 'text-faint',
  warning: 'text-pending',
  critical: 'text-failed',
};

interface IncidentMarkProps {
  incident: IncidentJson;
  /** Where on the time axis, from 0 to 1; elsewhere it is not drawn. */
  share: number;
}

/** An incident on the time axis, as its sign; the list below says what it was. */
export function IncidentMark({ incident, share }: IncidentMarkProps) {
  if (share < 0 || share > 1) return null;
  return (
    <span aria-hidden className="absolute top-1 -translate-x-1/2" style={{ left: `${share * 100}%` }}>
      <SeveritySign severity={incident.attributes.severity} />
    </span>
  );
}

/** How grave an incident is, as a shape: ring, triangle, cross. */
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
