import { coasts } from '@/components/site/coasts';

let path: string | undefined;

/** The coastlines as an SVG path in degrees east and south. Read once; 20 kB compressed, so load it on demand. */
export function landPath(): string {
  if (path !== undefined) return path;
  path = coasts()
    .map(
      (ring) =>
        `M${unwrapped(ring)
          .map(([longitude, latitude]) => `${round(longitude)},${round(-latitude)}`)
          .join('L')}Z`,
    )
    .join('');
  return path;
}

/** A coast that crosses the 180th meridian goes on beyond it, instead of back around the world. */
function unwrapped(ring: readonly number[][]): [longitude: number, latitude: number][] {
  let turns = 0;
  let last: number | undefined;
  return ring.map(([longitude = 0, latitude = 0]) => {
    if (last !== undefined && Math.abs(longitude - last) > 180) turns += Math.sign(last - longitude);
    last = longitude;
    return [longitude + 360 * turns, latitude];
  });
}

const round = (degrees: number): number => Math.round(degrees * 100) / 100;
