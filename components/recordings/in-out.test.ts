import { expect, test } from 'vitest';
import { clipAddress, inOutSearch, readInOut, withIn, withOut } from './in-out';

const none = { inMs: null, outMs: null };

test('an in point that is not before the out point takes its place, and the other way round', () => {
  expect(withIn(none, 5)).toEqual({ inMs: 5, outMs: null });
  expect(withOut(withIn(none, 5), 9)).toEqual({ inMs: 5, outMs: 9 });
  expect(withIn({ inMs: 5, outMs: 9 }, 9)).toEqual({ inMs: 9, outMs: null });
  expect(withOut({ inMs: 5, outMs: 9 }, 5)).toEqual({ inMs: null, outMs: 5 });
});

test.each([
  ['?in=5&out=9', { inMs: 5, outMs: 9 }],
  ['?in=9&out=5', { inMs: null, outMs: 5 }],
  ['?t=3&out=9', { inMs: null, outMs: 9 }],
  ['?in=-5&out=x', none],
  ['', none],
])('%s', (search, points) => {
  expect(readInOut(search)).toEqual(points);
});

test('what is written is read again, and other parameters stay', () => {
  const search = inOutSearch('?t=3&in=1', { inMs: 5.4, outMs: 9 });
  expect(search).toBe('?t=3&in=5&out=9');
  expect(inOutSearch(search, none)).toBe('?t=3');
  expect(inOutSearch('?in=1', none)).toBe('');
});

test('a mark’s clip begins before it', () => {
  expect(clipAddress('gala', 100_000)).toBe('/events/gala/recordings?t=100000&in=90000&out=105000&export');
});
