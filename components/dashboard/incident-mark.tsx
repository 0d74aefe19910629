import { SeveritySign } from '@/components/stream/severity-sign';
import type { IncidentJson } from '@/lib/contracts/streams';

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
