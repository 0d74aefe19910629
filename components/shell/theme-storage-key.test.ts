import { expect, test } from 'vitest';
import { themeStorageKey } from './theme-storage-key';

test.each([
  ['Sightline', 'sightline-theme'],
  ['Acme  Live!', 'acme-live-theme'],
  ['Kirche für alle', 'kirche-für-alle-theme'],
])('the theme of %s is kept under %s', (product, key) => {
  expect(themeStorageKey(product)).toBe(key);
});
