import { expect, test } from 'vitest';
import type { StreamJson } from '@/lib/contracts/streams';
import { freeCameraNames } from './add-cameras';

const named = (...names: string[]) => names.map((name) => ({ attributes: { name } }) as StreamJson);

test.each([
  [named(), 3, ['Camera 1', 'Camera 2', 'Camera 3']],
  [named('Camera 2', 'Pulpit'), 3, ['Camera 1', 'Camera 3', 'Camera 4']],
  [named('Camera 1', 'Camera 2'), 1, ['Camera 3']],
])('beside %j, %i names are free: %j', (streams, count, names) => {
  expect(freeCameraNames(streams, count)).toEqual(names);
});
