import { alarmKindOf } from '@/lib/contracts/alarms/alarm-kinds';
import { problemWords, readSentence } from '@/lib/contracts/catalogue/catalogue';
import { codedTextSchema } from '@/lib/contracts/catalogue/coded-text';
import { readFindings } from '@/lib/contracts/catalogue/found-problem';
import type { CameraReport } from '@/lib/contracts/reports';
import type { Stretch } from '@/lib/core/stretch';
import { tenths } from '@/lib/core/tenths';
import type { StreamIncident, StreamProblem } from '@/prisma/generated/client';

type Outage = CameraReport['outages'][number];
type History = Pick<CameraReport, 'outages' | 'outage_seconds' | 'restarts' | 'restart_seconds' | 'alarms'>;
type Acknowledgement = CameraReport['alarms'][number]['acknowledged'];

interface Open extends Pick<Outage, 'cause' | 'origin' | 'fix' | 'acknowledged'> {
  atMs: number;
}

/** Problems that end so soon after a restart of ours came with it. */
const settleMs = 30_000;

/** The status and signal lines of a history that end an outage. */
const endings = ['camera_back', 'status_active', 'status_stopping', 'status_stopped'];

/**
 * A camera's outages and alarms in a show, by the lines of its history. An outage begins where a live camera is lost, its
 * process ends unasked, or the camera fails; it ends with the picture, or with Off. Alarms that were there before the
 * show have no line in it: the problems tell of them.
 * @param incidents oldest first; before the show, acknowledgements alone
 * @param problems those of the show, oldest first
 */
export function readHistory(incidents: StreamIncident[], problems: StreamProblem[], show: Stretch): History {
  const found: Outage[] = [];
  const alarms: CameraReport['alarms'] = [];
  let open = lostBefore(incidents, problems, show);
  const close = (endMs: number, isOver: boolean) => {
    if (!open) return;
    const { atMs, ...outage } = open;
    found.push({ at: iso(atMs), seconds: secondsBetween(atMs, endMs), is_over: isOver, ...outage });
    open = null;
  };
  for (const incident of incidents) {
    const { code, severity, occurredAt } = incident;
    const atMs = occurredAt.getTime();
    if (atMs < show.startMs) continue;
    const { text, figures } = textOf(incident);
    const sentence = readSentence(incident.codedMessage, incident.message);
    if (begins(incident)) {
      // The first cause stands: a process that restarts finds no camera at first.
      open ??= { atMs, cause: sentence, ...originOf(incident), acknowledged: null };
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
  for (const alarm of alarmsWithoutLine(incidents, problems, alarms, show)) alarms.push(alarm);
  alarms.sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  const outages = found.filter(({ origin }) => origin !== 'server');
  const restarts = found.filter(({ origin }) => origin === 'server');
  return {
    outages,
    outage_seconds: sum(outages.map(({ seconds }) => seconds)),
    restarts,
    restart_seconds: sum(restarts.map(({ seconds }) => seconds)),
    alarms,
  };
}

/** Says which part is to blame for an outage, and what helps. The server answers for its processes, but not for codecs. */
function originOf(incident: StreamIncident): Pick<Outage, 'origin' | 'fix'> {
  const { text, figures } = textOf(incident);
  if (incident.code !== 'camera_lost') {
    return { origin: isByCodec(incident.codedMessage) ? 'encoder' : 'server', fix: null };
  }
  const cause = text === 'signal_lost' && typeof figures.cause === 'string' ? figures.cause : 'unknown';
  const words = problemWords({ code: 'camera_lost', figures: { cause } });
  return { origin: lossOrigin(cause), fix: words?.fix ?? null };
}

const lossOrigin = (cause: unknown): Outage['origin'] =>
  cause === 'silent' ? 'network' : cause === 'unknown' ? 'unknown' : 'encoder';

function isByCodec(coded: unknown): boolean {
  const { data } = codedTextSchema.safeParse(coded);
  return data !== undefined && (data.code === 'codec_failed' || isByCodec(data.figures.failure));
}

/** The outage in which the show begins. */
function lostBefore(incidents: StreamIncident[], problems: StreamProblem[], { startMs }: Stretch): Open | null {
  const loss = problems.find(({ code, beganAt }) => code === 'camera_lost' && beganAt.getTime() < startMs);
  if (!loss) return null;
  const words = wordsOf(loss);
  return {
    atMs: startMs,
    cause: words?.sentence ?? 'The camera was lost before the show.',
    origin: lossOrigin(codedTextSchema.shape.figures.safeParse(loss.figures).data?.cause ?? 'unknown'),
    fix: words?.fix ?? null,
    acknowledged: acknowledgementOf(incidents, loss),
  };
}

/** The alarms among the problems that are not among those of the history. */
function alarmsWithoutLine(
  incidents: StreamIncident[],
  problems: StreamProblem[],
  known: CameraReport['alarms'],
  { startMs }: Stretch,
): CameraReport['alarms'] {
  return problems.flatMap((problem) => {
    const { code, severity, beganAt, endedAt } = problem;
    if (alarmKindOf(code) === null || code === 'camera_lost') return [];
    if (known.some((alarm) => alarm.code === code && isDuring(problem, Date.parse(alarm.at)))) return [];
    const words = wordsOf(problem);
    if (!words) return [];
    const atMs = Math.max(startMs, beganAt.getTime());
    const seconds = endedAt && secondsBetween(atMs, endedAt.getTime());
    const acknowledged = acknowledgementOf(incidents, problem);
    return [{ at: iso(atMs), code, severity, sentence: words.sentence, seconds, acknowledged }];
  });
}

/** The first acknowledgement of a problem. */
function acknowledgementOf(incidents: StreamIncident[], problem: StreamProblem): Acknowledgement {
  const line = incidents.find(
    ({ code, occurredAt }) => code === `${problem.code}_acknowledged` && isDuring(problem, occurredAt.getTime()),
  );
  return line ? { by: String(textOf(line).figures.by), at: line.occurredAt.toISOString() } : null;
}

const isDuring = ({ beganAt, endedAt }: StreamProblem, atMs: number): boolean =>
  atMs >= beganAt.getTime() && (endedAt === null || atMs <= endedAt.getTime());

/** A problem in words; undefined where this version has none. */
const wordsOf = ({ code, figures, severity, beganAt }: StreamProblem) =>
  readFindings([{ code, figures, severity, since: beganAt.toISOString() }])[0];

const begins = ({ code, severity }: StreamIncident): boolean =>
  code === 'camera_lost' || code === 'status_error' || (code === 'status_provisioning' && severity === 'warning');

/**
 * The problems of a camera in a show, each once, with its advice; those that lasted longest come first. Problems that
 * came and went with a restart of ours are none of the camera's.
 * @param incidents as for {@link readHistory}
 */
export function readProblems(
  problems: StreamProblem[],
  incidents: StreamIncident[],
  { startMs, endMs }: Stretch,
  restarts: CameraReport['restarts'],
): CameraReport['problems'] {
  const rows = problems.filter(({ beganAt, endedAt }) =>
    restarts.every(({ at, seconds }) => {
      const [fromMs, toMs] = [Date.parse(at), Date.parse(at) + seconds * 1_000];
      const begins = beganAt.getTime() >= fromMs && beganAt.getTime() <= toMs;
      return !(begins && endedAt && endedAt.getTime() <= toMs + settleMs);
    }),
  );
  return [...new Set(rows.map(({ code }) => code))]
    .flatMap((ofCode) => {
      const times = rows.filter((row) => row.code === ofCode);
      const last = times.at(-1);
      const words = last && wordsOf(last);
      if (!words) return [];
      const { code, severity, sentence, fix } = words;
      const seconds = times.map(({ beganAt, endedAt }) =>
        secondsBetween(Math.max(startMs, beganAt.getTime()), Math.min(endMs, endedAt?.getTime() ?? endMs)),
      );
      const acknowledged = times.map((time) => acknowledgementOf(incidents, time)).findLast((found) => found) ?? null;
      return [{ code, severity, sentence, fix, times: times.length, seconds: sum(seconds), acknowledged }];
    })
    .sort((a, b) => b.seconds - a.seconds);
}

function textOf({ codedMessage }: StreamIncident): { text: string | null; figures: Record<string, unknown> } {
  const { data } = codedTextSchema.safeParse(codedMessage);
  return { text: data?.code ?? null, figures: data?.figures ?? {} };
}

const iso = (ms: number): string => new Date(ms).toISOString();
const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);
const secondsOf = (ms: number): number => tenths(ms / 1_000);
const secondsBetween = (startMs: number, endMs: number): number => secondsOf(Math.max(0, endMs - startMs));
/** The sum of seconds that have one decimal. */
const sum = (values: number[]): number => tenths(values.reduce((total, value) => total + value, 0));
