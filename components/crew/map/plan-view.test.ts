import { expect, test } from 'vitest';
import { movedPlan, planPlaceAt, shownOn, wholePlan, zoomedPlan } from './plan-view';

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
