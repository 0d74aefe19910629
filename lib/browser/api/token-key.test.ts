import { expect, test } from 'vitest';
import { tokenKey } from './token-key';

test.each([
  ['Sightline', 'sl_token'],
  ['Acme Live', 'al_token'],
  ['acme', 'a_token'],
  ['Été à Nîmes 2', 'éàn2_token'],
])('the token of %s is stored as %s', (product, key) => {
  expect(tokenKey(product)).toBe(key);
});
