import { expect, test } from 'vitest';
import { moved, placeOn, pointAt, scaleOf, viewOf, worldView, zoomed } from './map-view';

const zurich = { latitude: 47.3769, longitude: 8.5417 };

test('without points it is the whole world; with one, the hall around it', () => {
  expect(viewOf([])).toEqual(worldView);
  expect(viewOf([zurich])).toEqual({ center: zurich, widthM: 60 });
  expect(placeOn(viewOf([zurich]), zurich)).toEqual({ x: 0.5, y: 0.5 });
});

test('the circle of an inexact phone leaves room around it', () => {
  expect(viewOf([Object.assign({ accuracyM: 50 }, zurich)]).widthM).toBe(400);
});

test.each([
  [zurich, { latitude: 47.378, longitude: 8.5517 }],
  [
    { latitude: -33.9, longitude: 18.4 },
    { latitude: 60.2, longitude: 24.9 },
  ],
  [
    { latitude: 10, longitude: -179 },
    { latitude: 10, longitude: 179 },
  ],
])('all points are on the map: %o and %o', (a, b) => {
  for (const point of [a, b]) {
    const { x, y } = placeOn(viewOf([a, b]), point);
    expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
    expect(Math.max(x, y)).toBeLessThanOrEqual(1);
  }
});

test('100 meters to the east are 100 meters on the map', () => {
  const east = {
    latitude: zurich.latitude,
    longitude: zurich.longitude + 100 / (111_320 * Math.cos((47.3769 * Math.PI) / 180)),
  };
  const { x } = placeOn({ center: zurich, widthM: 1_000 }, east);
  expect(x).toBeCloseTo(0.6, 6);
});

test.each([
  [{ x: 0.2, y: 0.9 }, 500],
  [{ x: 0.5, y: 0.5 }, 60],
  [{ x: 0.99, y: 0.01 }, 40_000],
])('a place on the map is a point, and the point that place: %o', (place, widthM) => {
  const view = { center: zurich, widthM };
  const back = placeOn(view, pointAt(view, place));
  expect(back.x).toBeCloseTo(place.x, 9);
  expect(back.y).toBeCloseTo(place.y, 9);
});

test('it cannot leave the world, by moving or by zooming out', () => {
  expect(zoomed(worldView, 2)).toEqual(worldView);
  expect(moved(worldView, 3, -3).center).toEqual({ latitude: 85, longitude: 180 });
});

test.each([
  [60, '10 m'],
  [900, '200 m'],
  [40_000, '10 km'],
  [40_000_000, '10000 km'],
])('a map %s m wide has a scale of %s', (widthM, words) => {
  expect(scaleOf({ center: zurich, widthM })).toMatchObject({ words });
});
