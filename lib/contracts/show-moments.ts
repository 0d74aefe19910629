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

/** The worst moment of a show, its best camera, and its longest shot; each is left out where there is none. */
export const showMoments = (facts: ReportFacts): ShowMoment[] =>
  [worstMoment(facts), bestCamera(facts), longestShot(facts)].filter((moment) => moment !== null);

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

/** The camera on air that had least trouble; of those alike, the one that was on air longest. One alone is not the best. */
function bestCamera({ cameras }: ReportFacts): ShowMoment | null {
  const [best, other] = cameras
    .filter(({ on_air_seconds: seconds }) => seconds > 0)
    .toSorted(
      (one, two) =>
        troubleOf(one) - troubleOf(two) || one.frames_lost - two.frames_lost || two.on_air_seconds - one.on_air_seconds,
    );
  const shot = best && longestOf(best);
  if (!best || !other || !shot) return null;
  const { id, name, on_air_seconds: seconds } = best;
  const at = new Date(shot.startMs + Math.min(intoShotMs, lengthOf(shot) / 2)).toISOString();
  const sentence = troubleOf(best) === 0 ? 'Never without a picture.' : null;
  return { kind: 'best', camera: { id, name }, at, seconds, sentence };
}

/** The picture is of a moment this far into the shot, which stays the same while a shot goes on. */
const intoShotMs = 10_000;

const troubleOf = ({ outage_seconds: outages, restart_seconds: restarts }: CameraReport): number => outages + restarts;

function longestShot({ cameras }: ReportFacts): ShowMoment | null {
  const [longest] = cameras
    .flatMap((camera) => {
      const shot = longestOf(camera);
      return shot ? [{ camera, shot }] : [];
    })
    .toSorted((one, two) => lengthOf(two.shot) - lengthOf(one.shot));
  if (!longest) return null;
  const { camera, shot } = longest;
  return {
    kind: 'longest',
    camera: { id: camera.id, name: camera.name },
    at: new Date(shot.startMs).toISOString(),
    seconds: lengthOf(shot) / 1_000,
    sentence: null,
  };
}

/** The longest time without a break in which a camera was on air; undefined if it never was. */
const longestOf = ({ on_air: onAir }: CameraReport): Stretch | undefined =>
  joinStretches(onAir.map(({ from, to }) => ({ startMs: Date.parse(from), endMs: Date.parse(to) }))).toSorted(
    (one, two) => lengthOf(two) - lengthOf(one),
  )[0];

const lengthOf = ({ startMs, endMs }: Stretch): number => endMs - startMs;
