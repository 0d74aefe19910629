import { expect, test } from 'vitest';
import { freePlace } from './free-place';
import type { Place } from './map-view';

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
