import { expect, test } from 'vitest';
import type { StreamJson } from '@/lib/contracts/streams';
import { freeCameraNames, partWords } from './add-cameras';

const named = (...names: string[]) => names.map((name) => ({ attributes: { name } }) as StreamJson);

test.each([
  [named(), 3, ['Camera 1', 'Camera 2', 'Camera 3']],
  [named('Camera 2', 'Pulpit'), 3, ['Camera 1', 'Camera 3', 'Camera 4']],
  [named('Camera 1', 'Camera 2'), 1, ['Camera 3']],
])('beside %j, %i names are free: %j', (streams, count, names) => {
  expect(freeCameraNames(streams, count)).toEqual(names);
});

test('cameras that were not added are counted, with the reason', () => {
  const words = '3 of 8 cameras were added. Your plan has room for 3 cameras.';
  expect(partWords(3, 8, 'Your plan has room for 3 cameras.')).toBe(words);
});
