import { expect, test } from 'vitest';
import { Places } from './places';

test('one key leaves places for the others, and a freed place is taken again', () => {
  const places = new Places({ max: 4, maxOfKey: 3 });
  expect([1, 2, 3, 4].map(() => places.take('one'))).toEqual([true, true, true, false]);
  expect(places.isFull).toBe(false);
  expect([1, 2].map(() => places.take('other'))).toEqual([true, false]);
  expect(places.isFull).toBe(true);
  places.free('one');
  expect(places.isFull).toBe(false);
  expect(places.take('one')).toBe(true);
});

test('without a maximum of all, each key has its own', () => {
  const places = new Places({ maxOfKey: 1 });
  expect(Array.from({ length: 1_000 }, (_, key) => places.take(`${key}`))).not.toContain(false);
  expect(places.take('7')).toBe(false);
});
