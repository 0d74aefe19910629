import { expect, test } from 'vitest';
import { multiviewSearch, presetOfAddress, readMultiviewAddress } from './multiview-address';

test.each([
  ['?layout=1+5&solo=3', '1+5', 3],
  ['?layout=1%2B12', '1+12', null],
  ['?layout=pip', 'pip', null],
  ['?layout=9&solo=0', null, null],
  ['?layout=1+6&solo=x', null, null],
  ['?solo=2.5', null, null],
  ['', null, null],
])('%s', (search, layout, solo) => {
  expect(readMultiviewAddress(search)).toEqual({ layout, solo, locksFrames: false, follows: false });
});

test('what is written is read again, and other parameters stay', () => {
  const [all, none] = [
    { layout: '2+8', solo: 12, locksFrames: true, follows: true },
    { layout: null, solo: null, locksFrames: false, follows: false },
  ] as const;
  const search = multiviewSearch('?solo=9&from=mail', all);
  expect(search).toBe('?from=mail&follow=1&layout=2+8&solo=12&lock=1');
  expect(readMultiviewAddress(search)).toEqual(all);
  expect(multiviewSearch(search, none)).toBe('?from=mail');
  expect(multiviewSearch('?layout=4', none)).toBe('');
});

test('a preset is read once, and not kept', () => {
  expect(presetOfAddress('?preset=abc')).toBe('abc');
  expect(presetOfAddress('?layout=2')).toBeNull();
  const nothing = { layout: null, solo: null, locksFrames: false, follows: false };
  expect(multiviewSearch('?preset=abc', nothing)).toBe('');
});
