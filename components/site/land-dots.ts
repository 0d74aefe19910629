import { maxOf, minOf } from '@/lib/core/extremes';
import { coasts } from './coasts';
import { globePoint, globePoints } from './globe-points';

interface Ring {
  points: [longitude: number, latitude: number][];
  south: number;
  north: number;
}

/** The coastlines, cut at the 180th meridian, on a plane map of longitude and latitude. */
function readRings(): Ring[] {
  return coasts().map((coordinates) => {
    const points = coordinates.map(([longitude = 0, latitude = 0]): [number, number] => [longitude, latitude]);
    const latitudes = points.map(([, latitude]) => latitude);
    return { points, south: minOf(latitudes), north: maxOf(latitudes) };
  });
}

/** Whether a ray to the east crosses the coasts an odd number of times. Source: W. R. Franklin, "PNPOLY". */
function isLand(rings: Ring[], longitude: number, latitude: number): boolean {
  let inside = false;
  for (const { points, south, north } of rings) {
    if (latitude < south || latitude > north) continue;
    let [lastX, lastY] = points.at(-1) ?? [0, 0];
    for (const [x, y] of points) {
      if (y > latitude !== lastY > latitude && longitude < ((lastX - x) * (latitude - y)) / (lastY - y) + x)
        inside = !inside;
      [lastX, lastY] = [x, y];
    }
  }
  return inside;
}

let dots: string | undefined;

/** Which of the globe's points are land: one bit each, lowest first, in base64. Computed once. */
export function landDots(): string {
  if (dots) return dots;
  const rings = readRings();
  const bits = new Uint8Array(Math.ceil(globePoints / 8));
  for (let index = 0; index < globePoints; index++) {
    const { longitude, latitude } = globePoint(index);
    if (isLand(rings, longitude, latitude)) bits[index >> 3] = (bits[index >> 3] ?? 0) | (1 << (index & 7));
  }
  dots = Buffer.from(bits).toString('base64');
  return dots;
}
