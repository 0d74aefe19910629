import { median } from './median';

/** A place on a floor plan, as parts of its width and height. */
interface PlanPlace {
  x: number;
  y: number;
}

/** A floor plan with all that distances take. */
export interface ScaledPlan {
  /** In pixels. */
  width: number;
  height: number;
  widthM: number;
  /** Where the sound comes from. */
  soundPlace: PlanPlace;
}

/** In air of 20 °C. */
const metersPerMs = 0.343;

/**
 * Computes how long sound takes to each camera of a floor plan, in milliseconds. A camera without a place counts as far away as
 * the middle one of the others.
 */
export function soundWaysMs({ width, height, widthM, soundPlace }: ScaledPlan, places: (PlanPlace | null)[]): number[] {
  const wayMs = ({ x, y }: PlanPlace): number => {
    const meters = Math.hypot(x - soundPlace.x, ((y - soundPlace.y) * height) / width) * widthM;
    return meters / metersPerMs;
  };
  const knownMs = places.flatMap((place) => (place ? [wayMs(place)] : []));
  const usualMs = knownMs.length > 0 ? median(knownMs) : 0;
  return places.map((place) => (place ? wayMs(place) : usualMs));
}
