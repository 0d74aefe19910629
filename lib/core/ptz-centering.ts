/**
 * Turns a PTZ camera so that a point of its picture comes to the middle. Cameras tell neither their angle of view nor the units
 * of their motors. So the first move is careful, and a second press on the same thing tells how far off it was.
 */

/** A point of a picture: from -1 (left, bottom) to 1 (right, top). */
export interface PicturePoint {
  x: number;
  y: number;
}

/** Angles in degrees: right and up are positive. */
interface Turn {
  pan: number;
  tilt: number;
}

/** Units of the camera's motors per degree, by zoom from wide to tele; null where no press has told. */
export type PtzCalibration = (number | null)[];

/** Zoom ranges that are calibrated apart, because lenses differ most at the long end. */
export const calibratedZooms = 4;

/** Sony's older cameras and most others have this; Sony's newer ones have 51.2, so that the first move is too short. */
const usualUnits = 14.4;
/** Half of the horizontal angle of view at wide; PTZ cameras have 55 to 75 degrees. */
const wideHalfDegrees = 30;
const pictureAspect = 16 / 9;

/** Zoom positions of usual lenses, and what they magnify. */
const magnifications: readonly [position: number, times: number][] = [
  [0, 1],
  [0.35, 2],
  [0.51, 3],
  [0.6, 4],
  [0.7, 6],
  [0.77, 8],
  [0.82, 10],
  [0.92, 16],
  [1, 20],
];

const radians = (degrees: number): number => (degrees * Math.PI) / 180;
const degrees = (angle: number): number => (angle * 180) / Math.PI;

function magnificationAt(zoomPosition: number): number {
  const above = magnifications.findIndex(([position]) => position >= zoomPosition);
  const [toPosition, to] = magnifications[above] ?? [1, 20];
  const [fromPosition, from] = magnifications[above - 1] ?? [0, 1];
  const part = toPosition === fromPosition ? 1 : (zoomPosition - fromPosition) / (toPosition - fromPosition);
  return from * (to / from) ** part;
}

/** The turn that brings a point to the middle, as far as usual lenses tell. @param zoomPosition 0 for wide to 1 for tele */
export function turnTo({ x, y }: PicturePoint, zoomPosition: number): Turn {
  const half = Math.tan(radians(wideHalfDegrees)) / magnificationAt(zoomPosition);
  return { pan: degrees(Math.atan(x * half)), tilt: degrees(Math.atan((y * half) / pictureAspect)) };
}

/** A second press on the same thing comes after the camera has turned, and while the person still looks at it. */
const againAfterMs = 1_000;
const againWithinMs = 20_000;
/** A press nearer to the middle tells too little. */
const leastTurnPart = 0.15;
/** The same thing lies on the line to the middle; this part of the way beside it is another thing. */
const beside = 0.2;
const plausibleFactor = [0.3, 5] as const;
/** Within this factor a learned figure is only refined: it may be a press on another thing. */
const refinedFactor = 1.5;

/** Learns from presses how far a camera turns. */
export class PtzCentering {
  readonly #units: PtzCalibration;
  #last: { turn: Turn; zone: number; zoomPosition: number; atMs: number } | null = null;

  constructor(calibration: PtzCalibration = []) {
    this.#units = Array.from({ length: calibratedZooms }, (_, zone) => calibration[zone] ?? null);
  }

  get calibration(): PtzCalibration {
    return [...this.#units];
  }

  /** Forgets the last press: the camera has moved otherwise since. */
  forget(): void {
    this.#last = null;
  }

  /** @returns by how much the motors turn, in the camera's units, and whether the press has taught something */
  press(point: PicturePoint, zoomPosition: number, atMs: number): { pan: number; tilt: number; hasLearned: boolean } {
    const turn = turnTo(point, zoomPosition);
    const zone = Math.min(calibratedZooms - 1, Math.floor(zoomPosition * calibratedZooms));
    const factor = this.#factorOf(turn, zoomPosition, atMs);
    const before = this.#unitsIn(zone);
    if (factor !== null) {
      const isRefined = this.#units[zone] !== null && factor < refinedFactor && factor > 1 / refinedFactor;
      this.#units[zone] = before * (isRefined ? Math.sqrt(factor) : factor);
    }
    // Nobody knows where a press during a move has aimed.
    const isMoving = this.#last !== null && atMs - this.#last.atMs < againAfterMs;
    this.#last = isMoving ? null : { turn, zone, zoomPosition, atMs };
    const units = this.#unitsIn(zone);
    return { pan: Math.round(turn.pan * units), tilt: Math.round(turn.tilt * units), hasLearned: factor !== null };
  }

  /** How much further the last turn should have gone; null where this press does not tell. */
  #factorOf(rest: Turn, zoomPosition: number, atMs: number): number | null {
    const last = this.#last;
    if (!last || Math.abs(zoomPosition - last.zoomPosition) > 0.01) return null;
    const agoMs = atMs - last.atMs;
    if (agoMs < againAfterMs || agoMs > againWithinMs) return null;
    const { pan, tilt } = last.turn;
    const length = Math.hypot(pan, tilt);
    const along = (pan * rest.pan + tilt * rest.tilt) / length ** 2;
    const aside = Math.abs(pan * rest.tilt - tilt * rest.pan) / length ** 2;
    if (length < leastTurnPart * turnTo({ x: 1, y: 0 }, zoomPosition).pan || aside > beside) return null;
    const factor = 1 / (1 - along);
    const [min, max] = plausibleFactor;
    return factor >= min && factor <= max ? factor : null;
  }

  /** The units of a zoom range: its own, else those of the nearest one that has some. */
  #unitsIn(zone: number): number {
    const known = this.#units
      .map((units, index) => ({ units, distance: Math.abs(index - zone) }))
      .filter(({ units }) => units !== null)
      .sort((one, other) => one.distance - other.distance);
    return known[0]?.units ?? usualUnits;
  }
}
