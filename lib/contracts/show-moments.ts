import { joinStretches, type Stretch } from '@/lib/core/stretch';
import type { CameraReport, ReportFacts } from './reports';
import { summarizeShow } from './summarize-show';

/** A moment of a show that is worth a picture. */
export interface ShowMoment {
  kind: 'worst' | 'best' | 'longest';
  camera: Pick<CameraReport, 'id' | 'name'>;
  /** ISO time. */
  at: string;
  /** How long the trouble lasted, the camera was on air, or the shot was. */
  seconds: number;
  /** Says what happened; null where nothing did. */
  sentence: string | null;
}

/**
 * The worst moment of a show, its best camera, and its longest shot. Each is left out where there is none, or where its
 * picture could be one of those before it.
 */
export function showMoments(facts: ReportFacts): ShowMoment[] {
  const shown: ShowMoment[] = [];
  for (const find of [worstMoment, bestCamera, longestShot]) {
    const moment = find(facts, shown);
    if (moment) shown.push(moment);
  }
  return shown;
}

/** Where the cause that took most time on air lasted longest. */
function worstMoment(facts: ReportFacts): ShowMoment | null {
  for (const { sentence, severity, cameras } of summarizeShow(facts).causes) {
    const camera = severity === 'critical' ? cameras.find(({ worst_at: at }) => at !== null) : undefined;
    if (!camera?.worst_at) continue;
    const { id, name, seconds, worst_at: at } = camera;
    return { kind: 'worst', camera: { id, name }, at, seconds, sentence };
  }
  return null;
}

/**
 * The camera on air that had least trouble; of those alike, the one that was on air longest. One alone is not the best, nor is
 * the one of the worst moment.
 */
function bestCamera({ cameras }: ReportFacts, shown: readonly ShowMoment[]): ShowMoment | null {
  const onAir = cameras.filter(({ on_air_seconds: seconds }) => seconds > 0);
  const [best] = onAir
    .filter(({ id }) => !shown.some(({ camera }) => camera.id === id))
    .toSorted(
      (one, two) =>
        troubleOf(one) - troubleOf(two) || one.frames_lost - two.frames_lost || two.on_air_seconds - one.on_air_seconds,
    );
  const shot = best && longestOf(best);
  if (!shot || onAir.length < 2) return null;
  const { id, name, on_air_seconds: seconds } = best;
  const at = new Date(shot.startMs + Math.min(intoShotMs, lengthOf(shot) / 2)).toISOString();
  const sentence = troubleOf(best) === 0 ? 'Never without a picture.' : null;
  return { kind: 'best', camera: { id, name }, at, seconds, sentence };
}

/** The picture is of a moment this far into the shot, which stays the same while a shot goes on. */
const intoShotMs = 10_000;

const troubleOf = ({ outage_seconds: outages, restart_seconds: restarts }: CameraReport): number => outages + restarts;

/** The longest shot; its picture is of its start, or of the first later moment that no other picture is near. */
function longestShot({ cameras }: ReportFacts, shown: readonly ShowMoment[]): ShowMoment | null {
  const [longest] = cameras
    .flatMap((camera) => {
      const shot = longestOf(camera);
      return shot ? [{ camera, shot }] : [];
    })
    .toSorted((one, two) => lengthOf(two.shot) - lengthOf(one.shot));
  if (!longest) return null;
  const { camera, shot } = longest;
  const takenMs = shown.flatMap((moment) => (moment.camera.id === camera.id ? Date.parse(moment.at) : []));
  const moments = [shot.startMs, ...takenMs.map((ms) => ms + apartMs)].toSorted((one, two) => one - two);
  const isFree = (ms: number) =>
    ms >= shot.startMs && ms < shot.endMs && takenMs.every((taken) => Math.abs(ms - taken) >= apartMs);
  const atMs = moments.find(isFree);
  if (atMs === undefined) return null;
  return {
    kind: 'longest',
    camera: { id: camera.id, name: camera.name },
    at: new Date(atMs).toISOString(),
    seconds: lengthOf(shot) / 1_000,
    sentence: null,
  };
}

/** Moments of a camera this far apart have two pictures: a recording has one about each ten seconds. */
const apartMs = 30_000;

/** The longest time without a break in which a camera was on air; undefined if it never was. */
const longestOf = ({ on_air: onAir }: CameraReport): Stretch | undefined =>
  joinStretches(onAir.map(({ from, to }) => ({ startMs: Date.parse(from), endMs: Date.parse(to) }))).toSorted(
    (one, two) => lengthOf(two) - lengthOf(one),
  )[0];

const lengthOf = ({ startMs, endMs }: Stretch): number => endMs - startMs;
