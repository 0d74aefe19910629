import { expect, test } from 'vitest';
import { placeClear } from './place-clear';

const note = { left: 1_000, right: 1_400, top: 6, height: 28 };
const label = (top: number, left = 960, right = 1_440) => ({ left, right, top, bottom: top + 24 });

test('a note lies at the edge where no label is', () => {
  expect(placeClear(note, [])).toBe(6);
  expect(placeClear(note, [label(300), label(600)])).toBe(6);
  expect(placeClear(note, [label(0, 0, 480), label(0, 480, 960)])).toBe(6);
});

test('a label at the edge, as of tiles that are scrolled, moves it below', () => {
  expect(placeClear(note, [label(20)])).toBe(46);
  expect(placeClear(note, [label(-10), label(300)])).toBe(16);
});

test('it lies between no two labels that are too close for it', () => {
  expect(placeClear(note, [label(70), label(20), label(200)])).toBe(96);
});

test('a tile that is not shown has no label', () => {
  expect(placeClear(note, [{ left: 1_000, right: 1_400, top: 10, bottom: 10 }])).toBe(6);
});
