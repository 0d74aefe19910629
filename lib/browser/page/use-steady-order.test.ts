import { expect, test } from 'vitest';
import { inOrder } from './use-steady-order';

test('rows keep a former order; new ones are last, and those that are gone are missing', () => {
  const rows = ['new', 'd', 'b', 'a'].map((id) => ({ id }));
  expect(inOrder(rows, ['a', 'b', 'c', 'd']).map(({ id }) => id)).toEqual(['a', 'b', 'd', 'new']);
});
