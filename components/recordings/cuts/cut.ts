import type { TallyChangeJson } from '@/lib/contracts/tally/tally';
import { addStretch, type Stretch } from '@/lib/core/stretch';

/** Which camera is the program from a moment on, until the next cut. */
export interface Cut {
  /** Milliseconds since 1970. */
  atMs: number;
  /** Null: none of these cameras. */
  cameraId: string | null;
}

/**
 * The cuts of a show by the history of tally. Where two cameras are on air together, the first one counts, as in exports.
 * @param changes oldest first
 * @param cameraIds those that the show has
 */
export function cutsOf(changes: readonly TallyChangeJson[], cameraIds: readonly string[], session: Stretch): Cut[] {
  const known = new Set(cameraIds);
  const cuts = changes
    .filter(({ attributes }) => Date.parse(attributes.occurred_at) < session.endMs)
    .map(({ attributes: { occurred_at: at, program } }) => ({
      atMs: Math.max(session.startMs, Date.parse(at)),
      cameraId: program.find((id) => known.has(id)) ?? null,
    }));
  return tidied(cuts).filter(({ cameraId }, index) => index > 0 || cameraId !== null);
}

/** The index of the cut that a moment is in; -1 before the first one. */
export function cutIndexAt(cuts: readonly Cut[], atMs: number): number {
  let [low, high] = [0, cuts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cuts[middle]?.atMs ?? 0) <= atMs) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** When a camera is the program. */
export function programStretches(cuts: readonly Cut[], cameraId: string, { endMs }: Stretch): Stretch[] {
  const stretches: Stretch[] = [];
  for (const [index, cut] of cuts.entries()) {
    if (cut.cameraId !== cameraId) continue;
    addStretch(stretches, { startMs: cut.atMs, endMs: Math.max(cut.atMs, cuts[index + 1]?.atMs ?? endMs) });
  }
  return stretches;
}

/** The cuts with a further one: from this moment to the next cut this camera is the program. */
export const withCut = (cuts: readonly Cut[], atMs: number, cameraId: string): Cut[] =>
  tidied([...cuts.filter((cut) => cut.atMs !== atMs), { atMs, cameraId }].sort((a, b) => a.atMs - b.atMs));

/** The shortest shot that moving a cut leaves: a frame. */
export const shortestShotMs = 40;

/** The cuts with one moved in time, at most to its neighbours and the ends of the show. */
export function withMoved(cuts: readonly Cut[], index: number, atMs: number, session: Stretch): Cut[] {
  const before = cuts[index - 1];
  const after = cuts[index + 1];
  const earliestMs = before ? before.atMs + shortestShotMs : session.startMs;
  const latestMs = (after ? after.atMs : session.endMs) - shortestShotMs;
  const movedMs = Math.max(earliestMs, Math.min(latestMs, atMs));
  return cuts.map((cut, at) => (at === index ? { ...cut, atMs: movedMs } : cut));
}

/** The cuts with another camera from one of them on, to the next. */
export const withCamera = (cuts: readonly Cut[], index: number, cameraId: string): Cut[] =>
  tidied(cuts.map((cut, at) => (at === index ? { ...cut, cameraId } : cut)));

/** The cuts without one of them: the shot before it goes on. */
export const withoutCut = (cuts: readonly Cut[], index: number): Cut[] => tidied(cuts.filter((_, at) => at !== index));

/** Keeps the last of several cuts at one moment, and drops a cut to the same camera. */
function tidied(cuts: readonly Cut[]): Cut[] {
  const kept: Cut[] = [];
  for (const cut of cuts) {
    if (kept.at(-1)?.atMs === cut.atMs) kept.pop();
    if (kept.at(-1)?.cameraId !== cut.cameraId) kept.push(cut);
  }
  return kept;
}
