import { clamp } from '@/lib/core/clamp';
import { maxOf, minOf } from '@/lib/core/extremes';

/** A point on Earth, in degrees north and east. */
export interface Point {
  latitude: number;
  longitude: number;
}

/** A place on a map, as parts of its width and height: 0 to 1 inside. */
export interface Place {
  x: number;
  y: number;
}

/** The directions of the arrow keys, as parts of a map. */
export const arrowSteps: Record<string, Place> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** The part of the world that a map shows. */
export interface MapView {
  center: Point;
  /** From the left edge to the right, in meters. */
  widthM: number;
}

/** A map is so many times as wide as it is high. */
export const mapAspect = 16 / 9;

const meterPerDegree = 111_320;
const equatorM = 360 * meterPerDegree;
/** A map of one phone still shows the hall around it. */
const minWidthM = 60;
/** A phone's circle takes this part of its map at most. */
const accuracyWidths = 8;
/** The pole's meridians meet; nobody films there. */
const maxLatitude = 85;

/** The whole world. */
export const worldView: MapView = { center: { latitude: 0, longitude: 0 }, widthM: equatorM };

/** Meters in one degree of longitude at this latitude. */
const meterPerLongitude = (latitude: number): number =>
  meterPerDegree * Math.cos((Math.min(maxLatitude, Math.abs(latitude)) * Math.PI) / 180);

/** The view that shows all points with a margin, and around each what it is exact to; the whole world without any. */
export function viewOf(points: readonly (Point & { accuracyM?: number | null })[]): MapView {
  if (points.length === 0) return worldView;
  const latitudes = points.map(({ latitude }) => latitude);
  const longitudes = points.map(({ longitude }) => longitude);
  const [south, north, west, east] = [minOf(latitudes), maxOf(latitudes), minOf(longitudes), maxOf(longitudes)];
  const center = { latitude: (south + north) / 2, longitude: (west + east) / 2 };
  const widthM = Math.max(
    (east - west) * meterPerLongitude(center.latitude),
    (north - south) * meterPerDegree * mapAspect,
  );
  const accuracyM = maxOf(
    points.map((point) => point.accuracyM ?? 0),
    0,
  );
  return { center, widthM: clamp(widthM * 1.5 + accuracyM * accuracyWidths, minWidthM, equatorM) };
}

/** The place of a point on a map. */
export function placeOn({ center, widthM }: MapView, { latitude, longitude }: Point): Place {
  return {
    x: 0.5 + ((longitude - center.longitude) * meterPerLongitude(center.latitude)) / widthM,
    y: 0.5 - ((latitude - center.latitude) * meterPerDegree) / (widthM / mapAspect),
  };
}

/** The point at a place of a map; the reverse of {@link placeOn}. */
export function pointAt({ center, widthM }: MapView, { x, y }: Place): Point {
  return {
    latitude: clamp(center.latitude - ((y - 0.5) * (widthM / mapAspect)) / meterPerDegree, -maxLatitude, maxLatitude),
    longitude: clamp(center.longitude + ((x - 0.5) * widthM) / meterPerLongitude(center.latitude), -180, 180),
  };
}

/** The view twice as near, or half. */
export const zoomed = ({ center, widthM }: MapView, factor: number): MapView => ({
  center,
  widthM: Math.max(minWidthM / 4, Math.min(equatorM, widthM * factor)),
});

/** The view moved by parts of its size. */
export const moved = (view: MapView, x: number, y: number): MapView => ({
  center: pointAt(view, { x: 0.5 + x, y: 0.5 + y }),
  widthM: view.widthM,
});

/** A round length that takes about a quarter of the map, for its scale. */
export function scaleOf({ widthM }: MapView): { lengthM: number; words: string } {
  const power = 10 ** Math.floor(Math.log10(widthM / 4));
  const lengthM = ([5, 2, 1].find((step) => step * power <= widthM / 4) ?? 1) * power;
  return { lengthM, words: lengthM >= 1_000 ? `${lengthM / 1_000} km` : `${lengthM} m` };
}

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

/** The part of a floor plan that a map shows: its corner at the top left, and its width, as parts of the plan. */
export interface PlanView extends Place {
  width: number;
}

/** The whole plan. */
export const wholePlan: PlanView = { x: 0, y: 0, width: 1 };

/** Nearer, one sees the plan's pixels. */
const minWidth = 1 / 8;

/** The view inside the plan that is nearest to one. */
const inside = ({ x, y, width }: PlanView): PlanView => ({
  x: clamp(x, 0, 1 - width),
  y: clamp(y, 0, 1 - width),
  width,
});

/** Where a place of the plan is on the map. */
export const shownOn = (view: PlanView, { x, y }: Place): Place => ({
  x: (x - view.x) / view.width,
  y: (y - view.y) / view.width,
});

/** The place of the plan at a place of the map; the reverse of {@link shownOn}. */
export const planPlaceAt = (view: PlanView, { x, y }: Place): Place => ({
  x: clamp(view.x + x * view.width, 0, 1),
  y: clamp(view.y + y * view.width, 0, 1),
});

/** The view moved by parts of its size. */
export const movedPlan = (view: PlanView, x: number, y: number): PlanView =>
  inside({ x: view.x + x * view.width, y: view.y + y * view.width, width: view.width });

/** The view around the same middle, so many times as wide. */
export function zoomedPlan(view: PlanView, factor: number): PlanView {
  const width = clamp(view.width * factor, minWidth, 1);
  const aside = (view.width - width) / 2;
  return inside({ x: view.x + aside, y: view.y + aside, width });
}
