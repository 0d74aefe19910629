import { formatTime } from '@/lib/browser/page/format-time';
import { type AlarmKind, alarmKindOf } from '@/lib/contracts/alarms/alarm-kinds';
import type { ShownFinding, StreamJson } from '@/lib/contracts/streams';

/** An alarm of a stream. */
export interface ShownAlarm {
  kind: AlarmKind;
  finding: ShownFinding;
}

/** The alarms of a stream, the worst first. A finding whose alarm is off is a note. */
export function alarmsOf({ findings }: StreamJson['attributes']): ShownAlarm[] {
  return (findings ?? []).flatMap((finding) => {
    const kind = alarmKindOf(finding.code);
    return kind && finding.severity !== 'info' ? [{ kind, finding }] : [];
  });
}

/** Whether a stream failed, or has an alarm that nobody has acknowledged. */
export const isLoud = (attributes: StreamJson['attributes']): boolean =>
  attributes.status === 'error' || alarmsOf(attributes).some(({ finding }) => finding.acknowledged === undefined);

/** Says which user acknowledged an alarm, and when. */
export const acknowledgedWords = ({ by, at }: NonNullable<ShownFinding['acknowledged']>): string =>
  `Seen by ${by} at ${formatTime(new Date(at))}`;
