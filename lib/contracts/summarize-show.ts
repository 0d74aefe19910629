import { commonStretches, joinStretches, lengthMs, type Stretch } from '@/lib/core/stretch';
import { tenths } from '../core/tenths';
import { countWords, durationWords } from './catalogue/figure-words';
import type { CameraReport, OutageOrigin, ReportCause, ReportFacts, ReportSummary } from './reports';

/** A time in which a camera on air had no picture. */
interface Dark {
  camera: CameraReport;
  origin: OutageOrigin;
  stretch: Stretch;
}

/** Summarizes a show: one sentence on all of it, and its trouble by cause. */
export function summarizeShow({ cameras, starts_at, ends_at }: ReportFacts): ReportSummary {
  const onAir = joinStretches(cameras.flatMap(onAirOf));
  const dark = cameras.flatMap((camera) =>
    [...camera.outages, ...camera.restarts].flatMap(({ origin, ...outage }) =>
      commonStretches([stretchOf(outage)], onAirOf(camera)).map((stretch) => ({ camera, origin, stretch })),
    ),
  );
  const onAirSeconds = secondsOf(onAir);
  const withoutPictureSeconds = secondsOf(joinStretches(dark.map(({ stretch }) => stretch)));
  const count = countWords(cameras.length, 'camera');
  const words =
    onAirSeconds === 0
      ? `${durationWords(Date.parse(ends_at) - Date.parse(starts_at))}, nothing on air by tally`
      : `${durationWords(onAirSeconds * 1_000)} on air, ${darkWords(withoutPictureSeconds, blameOf(dark))}`;
  return {
    verdict: {
      sentence: `${count}, ${words}.`,
      on_air_seconds: onAirSeconds,
      without_picture_seconds: withoutPictureSeconds,
    },
    causes: causesOf(cameras),
  };
}

function darkWords(seconds: number, [first, second]: [words: string, seconds: number][]): string {
  if (!first || seconds === 0) return 'never without a picture on air';
  const share = second ? `${durationWords(first[1] * 1_000)} of it` : 'all of it';
  return `${durationWords(seconds * 1_000)} without a picture on air, ${share} ${first[0]}`;
}

/** Says what left the program without a picture, with the seconds; the longest first. */
function blameOf(dark: Dark[]): [words: string, seconds: number][] {
  const stretches = new Map<string, Stretch[]>();
  for (const { camera, origin, stretch } of dark) {
    const words = originWords[origin](camera.name);
    stretches.set(words, [...(stretches.get(words) ?? []), stretch]);
  }
  return [...stretches]
    .map(([words, list]): [string, number] => [words, secondsOf(joinStretches(list))])
    .sort(([, a], [, b]) => b - a);
}

const originWords: Record<OutageOrigin, (camera: string) => string> = {
  network: (camera) => `${camera}'s network`,
  encoder: (camera) => `${camera}'s encoder`,
  server: () => "the server's own restarts",
  unknown: (camera) => camera,
};

type Moment = Pick<CameraReport['alarms'][number], 'at' | 'seconds' | 'acknowledged'>;
type CauseHead = Pick<ReportCause, 'sentence' | 'severity' | 'origin' | 'fix'>;
type CauseCamera = ReportCause['cameras'][number];

/** Outages by their cause; alarms and other problems by their code. A lost camera is an outage, not a problem as well. */
function causesOf(cameras: CameraReport[]): ReportCause[] {
  const causes = new Map<string, ReportCause>();
  const add = (key: string, head: CauseHead, camera: CauseCamera) => {
    const cause = causes.get(key) ?? { ...head, seconds: 0, on_air_seconds: null, cameras: [] };
    cause.seconds = tenths(cause.seconds + camera.seconds);
    if (camera.on_air_seconds !== null)
      cause.on_air_seconds = tenths((cause.on_air_seconds ?? 0) + camera.on_air_seconds);
    cause.cameras.push(camera);
    causes.set(key, cause);
  };
  for (const camera of cameras) {
    const outages = [...camera.outages, ...camera.restarts];
    for (const { cause: sentence, origin, fix } of outages.filter(isFirstOfItsCause)) {
      const alike = outages.filter(({ cause }) => cause === sentence);
      add(sentence, { sentence, severity: 'critical', origin, fix }, causeCamera(camera, alike));
    }
    const codes = new Set([...camera.alarms, ...camera.problems].map(({ code }) => code));
    codes.delete('camera_lost');
    for (const code of codes) {
      const problem = camera.problems.find((found) => found.code === code);
      const alarms = camera.alarms.filter((alarm) => alarm.code === code);
      const head = problem ?? alarms[0];
      if (!head) continue;
      const known = causeCamera(camera, alarms);
      add(
        code,
        { sentence: head.sentence, severity: head.severity, origin: null, fix: problem?.fix ?? null },
        problem
          ? { ...known, times: problem.times, seconds: problem.seconds, acknowledged: problem.acknowledged }
          : known,
      );
    }
  }
  return [...causes.values()].sort(byTime).map((cause) => ({ ...cause, cameras: cause.cameras.sort(byTime) }));
}

const isFirstOfItsCause = ({ cause }: { cause: string }, index: number, outages: { cause: string }[]): boolean =>
  outages.findIndex((other) => other.cause === cause) === index;

function causeCamera(camera: CameraReport, moments: Moment[]): CauseCamera {
  const timed = moments.map((moment) => {
    const stretch = stretchOf(moment);
    const onAir = commonStretches([stretch], onAirOf(camera));
    return { at: onAir[0] ?? stretch, on_air_seconds: secondsOf(onAir), seconds: secondsOf([stretch]) };
  });
  const worst = timed.toSorted(byTime)[0];
  return {
    id: camera.id,
    name: camera.name,
    times: moments.length,
    seconds: tenths(timed.reduce((sum, { seconds }) => sum + seconds, 0)),
    on_air_seconds: worst ? tenths(timed.reduce((sum, moment) => sum + moment.on_air_seconds, 0)) : null,
    acknowledged: moments.findLast(({ acknowledged }) => acknowledged)?.acknowledged ?? null,
    worst_at: worst ? new Date(worst.at.startMs).toISOString() : null,
  };
}

type Timed = Pick<ReportCause, 'seconds' | 'on_air_seconds'>;
const byTime = (a: Timed, b: Timed): number =>
  (b.on_air_seconds ?? 0) - (a.on_air_seconds ?? 0) || b.seconds - a.seconds;

const stretchOf = ({ at, seconds }: Pick<Moment, 'at' | 'seconds'>): Stretch => ({
  startMs: Date.parse(at),
  endMs: Date.parse(at) + (seconds ?? 0) * 1_000,
});
const onAirOf = ({ on_air: onAir }: CameraReport): Stretch[] =>
  onAir.map(({ from, to }) => ({ startMs: Date.parse(from), endMs: Date.parse(to) }));
const secondsOf = (stretches: Stretch[]): number => tenths(lengthMs(stretches) / 1_000);
