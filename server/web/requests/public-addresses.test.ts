import { expect, test } from 'vitest';
import { declarations } from '@/lib/contracts/api/declarations';
import { publicAddresses } from './public-addresses';

test('the public addresses are those declared public, without placeholders', () => {
  const declared = Object.values(declarations).filter(({ auth }) => auth === 'public');
  expect(publicAddresses.map(({ name }) => name).sort()).toEqual(declared.map(({ name }) => name).sort());
  expect(publicAddresses.filter(({ path }) => path.includes('{'))).toEqual([]);
});
