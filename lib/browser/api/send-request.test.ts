import { expect, test } from 'vitest';
import { dataOf } from './send-request';

test.each([
  ['a list', [1, 2], [1, 2]],
  ['a list in an envelope', { data: [1, 2] }, [1, 2]],
  ['an object', { token: 'a' }, { token: 'a' }],
  ['an object in an envelope', { data: { token: 'a' } }, { token: 'a' }],
])('%s', (_, answer, data) => {
  expect(dataOf<object>(answer)).toEqual(data);
});
