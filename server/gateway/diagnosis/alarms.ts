import { endingAlarms } from '@/lib/contracts/alarms/alarm-kinds';
import type { KnownText } from '@/lib/contracts/catalogue/catalogue';
import type { FoundProblem } from '@/lib/contracts/catalogue/found-problem';
import type { IncidentSeverity } from '@/lib/contracts/streams';

/** One line of a stream's history. */
export interface AlarmLine {
  code: string;
  severity: IncidentSeverity;
  text: KnownText;
}

/**
 * The lines of history that a change of findings makes. The loss of the camera ends its other alarms, and mends nothing.
 */
export function alarmLines(
  before: readonly FoundProblem[],
  after: readonly FoundProblem[],
  { isLive, nowMs }: { isLive: boolean; nowMs: number },
): AlarmLine[] {
  return endingAlarms.flatMap(({ finding: code, over }): AlarmLine[] => {
    const was = before.find((found) => found.code === code);
    const is = after.find((found) => found.code === code);
    if (is && !was) {
      const { severity, figures } = is;
      return [{ code, severity, text: { code: 'problem_found', figures: { problem: { code, figures } } } }];
    }
    if (!was || is) return [];
    const durationMs = nowMs - Date.parse(was.since);
    const text: KnownText = isLive
      ? { code: over.code, figures: { durationMs } }
      : { code: 'alarm_until_loss', figures: { alarm: code, durationMs } };
    return [{ code: `${code}_over`, severity: 'info', text }];
  });
}
