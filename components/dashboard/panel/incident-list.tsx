import { SeveritySign } from '@/components/stream/severity-sign';
import { formatTime } from '@/lib/browser/page/format-time';
import type { IncidentJson } from '@/lib/contracts/streams';

/** A stream's incidents, newest first. */
export function IncidentList({ incidents }: { incidents: IncidentJson[] }) {
  if (incidents.length === 0) return <p className="text-faint text-sm">No incidents yet.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling by keyboard needs focus
    <ol tabIndex={0} aria-label="Incidents" className="-mx-1 grid max-h-64 gap-2 overflow-y-auto px-1 text-sm">
      {incidents.map(({ id, attributes: { message, severity, occurred_at: at } }) => (
        <li key={id} className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-baseline gap-x-2">
          <SeveritySign severity={severity} />
          <span>
            {severity === 'info' ? null : <span className="sr-only">{`${severity}: `}</span>}
            <span>{message}</span>
          </span>
          <time dateTime={at} className="font-mono text-faint text-xs">
            {formatTime(new Date(at))}
          </time>
        </li>
      ))}
    </ol>
  );
}
