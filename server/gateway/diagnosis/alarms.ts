import type { Finding, IncidentSeverity } from '@/lib/contracts/streams';
import { durationWords } from './rules/duration-words';

/** One line of a stream's history. */
export interface AlarmLine {
  code: string;
  severity: IncidentSeverity;
  message: string;
}

/** The findings whose beginning and end a show must be able to look up afterwards, and what is said of their end. */
const alarms: { code: string; ending(duration: string): string }[] = [
  { code: 'picture_black', ending: (duration) => `The picture is back after ${duration} of black.` },
  { code: 'picture_frozen', ending: (duration) => `The picture moves again after ${duration}.` },
  { code: 'low_frame_rate', ending: (duration) => `The frame rate is back after ${duration}.` },
  { code: 'audio_silent', ending: (duration) => `The sound is back after ${duration}.` },
  { code: 'audio_clipping', ending: (duration) => `The sound no longer clips, after ${duration}.` },
];

/**
 * The lines of history that a change of findings makes. An alarm ends with a line only while the camera is live: that
 * nothing arrives from it any more mends nothing.
 */
export function alarmLines(
  before: readonly Finding[],
  after: readonly Finding[],
  { isLive, nowMs }: { isLive: boolean; nowMs: number },
): AlarmLine[] {
  return alarms.flatMap(({ code, ending }): AlarmLine[] => {
    const was = before.find((finding) => finding.code === code);
    const is = after.find((finding) => finding.code === code);
    if (is && !was) return [{ code, severity: is.severity, message: is.sentence }];
    if (!was || is || !isLive) return [];
    return [{ code: `${code}_over`, severity: 'info', message: ending(durationWords(nowMs - Date.parse(was.since))) }];
  });
}
