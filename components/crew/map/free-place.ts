import type { Place } from './map-view';

/** Nearest to the middle first; a name is wider than high. */
const rows = [0.5, 0.6, 0.4, 0.7, 0.3, 0.8, 0.2, 0.9, 0.1];
const columns = [0.5, 0.75, 0.25];
const [apartX, apartY] = [0.2, 0.08];

/** A place on a map for one camera more, beside those that are there. Where none is free, it is the middle. */
export function freePlace(taken: readonly Place[]): Place {
  const candidates = rows.flatMap((y) => columns.map((x) => ({ x, y })));
  const isFree = (place: Place) =>
    !taken.some(({ x, y }) => Math.abs(x - place.x) < apartX && Math.abs(y - place.y) < apartY);
  return candidates.find(isFree) ?? { x: 0.5, y: 0.5 };
}
