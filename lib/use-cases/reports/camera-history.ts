import { readSentence } from '@/lib/contracts/catalogue/catalogue';
import { codedTextSchema } from '@/lib/contracts/catalogue/coded-text';
import { readFindings } from '@/lib/contracts/catalogue/found-problem';
import type { CameraReport } from '@/lib/contracts/reports';
import type { Stretch } from '@/lib/core/stretch';
import type { StreamIncident, StreamProblem } from '@/prisma/generated/client';

type History = Pick<CameraReport, 'outages' | 'outage_seconds' | 'alarms'>;
type Acknowledgement = CameraReport['alarms'][number]['acknowledged'];

interface Open {
  atMs: number;
  cause: string;
  acknowledged: Acknowledgement;
}

/** The status and signal lines of a history that end an outage. */
const endings = ['camera_back', 'status_active', 'status_stopping', 'status_stopped'];

/**
 * A camera's outages and alarms in a show, by the lines of its history. An outage begins where a live camera is lost, its
 * process ends unasked, or the camera fails; it ends with the picture, or with Off.
 * @param incidents oldest first
 */
export function readHistory(incidents: StreamIncident[], show: Stretch): History {
  const outages: CameraReport['outages'] = [];
  const alarms: CameraReport['alarms'] = [];
  let open: Open | null = null;
  const close = (endMs: number, isOver: boolean) => {
    if (!open) return;
    const { atMs, cause, acknowledged } = open;
    outages.push({ at: iso(atMs), seconds: secondsBetween(atMs, endMs), cause, is_over: isOver, acknowledged });
    open = null;
  };
  for (const incident of incidents) {
    const { code, severity, occurredAt } = incident;
    const atMs = occurredAt.getTime();
    const { text, figures } = textOf(incident);
    const sentence = readSentence(incident.codedMessage, incident.message);
    if (begins(incident)) {
      // The first cause stands: a process that restarts finds no camera at first.
      open ??= { atMs, cause: sentence, acknowledged: null };
    } else if (endings.includes(code)) {
      // The last frame came a moment before the loss was noticed.
      if (open && code === 'camera_back') open.atMs = Math.max(show.startMs, atMs - numberOf(figures.durationMs));
      close(atMs, true);
    } else if (text === 'problem_found') {
      alarms.push({ at: iso(atMs), code, severity, sentence, seconds: null, acknowledged: null });
    } else if (text === 'acknowledged') {
      const acknowledged = { by: String(figures.by), at: iso(atMs) };
      const alarm = alarms.findLast((known) => `${known.code}_acknowledged` === code);
      if (code === 'camera_lost_acknowledged') {
        if (open) open.acknowledged ??= acknowledged;
      } else if (alarm) alarm.acknowledged ??= acknowledged;
    } else if (code.endsWith('_over')) {
      const alarm = alarms.findLast((known) => `${known.code}_over` === code);
      if (alarm) alarm.seconds ??= secondsOf(numberOf(figures.durationMs));
    }
  }
  close(show.endMs, false);
  return { outages, outage_seconds: sum(outages.map(({ seconds }) => seconds)), alarms };
}

const begins = ({ code, severity }: StreamIncident): boolean =>
  code === 'camera_lost' || code === 'status_error' || (code === 'status_provisioning' && severity === 'warning');

/** The problems of a camera in a show, each once, with its advice; those that lasted longest come first. */
export function readProblems(rows: StreamProblem[], { startMs, endMs }: Stretch): CameraReport['problems'] {
  return [...new Set(rows.map(({ code }) => code))]
    .flatMap((ofCode) => {
      const times = rows.filter((row) => row.code === ofCode);
      const last = times.at(-1);
      const [words] = last
        ? readFindings([
            { code: last.code, figures: last.figures, severity: last.severity, since: last.beganAt.toISOString() },
          ])
        : [];
      if (!words) return [];
      const { code, severity, sentence, fix } = words;
      const seconds = times.map(({ beganAt, endedAt }) =>
        secondsBetween(Math.max(startMs, beganAt.getTime()), Math.min(endMs, endedAt?.getTime() ?? endMs)),
      );
      return [{ code, severity, sentence, fix, times: times.length, seconds: sum(seconds) }];
    })
    .sort((a, b) => b.seconds - a.seconds);
}

function textOf({ codedMessage }: StreamIncident): { text: string | null; figures: Record<string, unknown> } {
  const { data } = codedTextSchema.safeParse(codedMessage);
  return { text: data?.code ?? null, figures: data?.figures ?? {} };
}

const iso = (ms: number): string => new Date(ms).toISOString();
const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);
const secondsOf = (ms: number): number => Math.round(ms / 100) / 10;
const secondsBetween = (startMs: number, endMs: number): number => secondsOf(Math.max(0, endMs - startMs));
/** The sum of seconds that have one decimal. */
const sum = (values: number[]): number => Math.round(values.reduce((total, value) => total + value, 0) * 10) / 10;
