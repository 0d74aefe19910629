/** The number of points on the globe, sea included. */
export const globePoints = 5_000;

const goldenAngle = 180 * (3 - Math.sqrt(5));

/**
 * Point number `index` of an even distribution over the sphere, in degrees. Source: "Fibonacci lattice", R. Swinbank and
 * R. J. Purser, 2006.
 */
export function globePoint(index: number): { longitude: number; latitude: number } {
  const height = 1 - (2 * (index + 0.5)) / globePoints;
  return {
    longitude: ((index * goldenAngle) % 360) - 180,
    latitude: (Math.asin(height) * 180) / Math.PI,
  };
}
