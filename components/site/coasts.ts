import { feature } from 'topojson-client';
import type { Topology } from 'topojson-specification';
import land from 'world-atlas/land-110m.json';

/** The coastlines as rings of longitude and latitude, cut at the 180th meridian. */
export function coasts(): number[][][] {
  const topology = land as unknown as Topology;
  const object = topology.objects.land;
  if (!object) throw new Error('world-atlas has no land.');
  const collection = feature(topology, object);
  const features = collection.type === 'FeatureCollection' ? collection.features : [collection];
  return features.flatMap(({ geometry }) => (geometry.type === 'MultiPolygon' ? geometry.coordinates.flat() : []));
}
