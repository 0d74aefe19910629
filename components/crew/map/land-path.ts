import { feature } from 'topojson-client';
import type { Topology } from 'topojson-specification';
import land from 'world-atlas/land-110m.json';

let path: string | undefined;

/** The coastlines as an SVG path in degrees east and south. Read once; 20 kB compressed, so load it on demand. */
export function landPath(): string {
  if (path !== undefined) return path;
  const topology = land as unknown as Topology;
  const object = topology.objects.land;
  if (!object) throw new Error('world-atlas has no land.');
  const collection = feature(topology, object);
  const features = collection.type === 'FeatureCollection' ? collection.features : [collection];
  const rings = features.flatMap(({ geometry }) =>
    geometry.type === 'MultiPolygon' ? geometry.coordinates.flat() : [],
  );
  path = rings
    .map(
      (ring) => `M${ring.map(([longitude = 0, latitude = 0]) => `${round(longitude)},${round(-latitude)}`).join('L')}Z`,
    )
    .join('');
  return path;
}

const round = (degrees: number): number => Math.round(degrees * 100) / 100;
