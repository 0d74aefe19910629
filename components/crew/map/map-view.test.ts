import { expect, test } from 'vitest';
import {
  freePlace,
  moved,
  movedPlan,
  type Place,
  placeOn,
  planPlaceAt,
  pointAt,
  scaleOf,
  shownOn,
  viewOf,
  wholePlan,
  worldView,
  zoomed,
  zoomedPlan,
} from './map-view';

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

test('the first camera is in the middle, and twenty more lie beside each other', () => {
  const taken: Place[] = [];
  for (let count = 0; count < 21; count++) taken.push(freePlace(taken));
  expect(taken[0]).toEqual({ x: 0.5, y: 0.5 });
  expect(new Set(taken.map(({ x, y }) => `${x} ${y}`)).size).toBe(21);
});

test('a full map puts one more in the middle', () => {
  const taken: Place[] = [];
  for (let count = 0; count < 60; count++) taken.push(freePlace(taken));
  expect(freePlace(taken)).toEqual({ x: 0.5, y: 0.5 });
});

test('the whole plan shows each place where it is', () => {
  const place = { x: 0.3, y: 0.9 };
  expect(shownOn(wholePlan, place)).toEqual(place);
  expect(planPlaceAt(wholePlan, place)).toEqual(place);
});

test('a near view is around the same middle, and shows places that much further from it', () => {
  const view = zoomedPlan(wholePlan, 0.5);
  expect(view).toEqual({ x: 0.25, y: 0.25, width: 0.5 });
  expect(shownOn(view, { x: 0.5, y: 0.5 })).toEqual({ x: 0.5, y: 0.5 });
  expect(shownOn(view, { x: 0.75, y: 0.25 })).toEqual({ x: 1, y: 0 });
  expect(planPlaceAt(view, { x: 1, y: 0 })).toEqual({ x: 0.75, y: 0.25 });
});

test('a view never leaves the plan, nor does a camera', () => {
  const view = zoomedPlan(wholePlan, 0.5);
  expect(movedPlan(view, 5, -5)).toEqual({ x: 0.5, y: 0, width: 0.5 });
  expect(movedPlan(wholePlan, 1, 1)).toEqual(wholePlan);
  expect(zoomedPlan(movedPlan(view, 5, 5), 2)).toEqual(wholePlan);
  expect(zoomedPlan(wholePlan, 1 / 64).width).toBe(1 / 8);
  expect(planPlaceAt(view, { x: -3, y: 9 })).toEqual({ x: 0, y: 1 });
});
