import { expect, test } from 'vitest';
import { keyLabel } from './keys-dialog';

const russian = new Map([
  ['KeyM', 'ь'],
  ['KeyF', 'а'],
]);
const french = new Map([
  ['KeyQ', 'a'],
  ['KeyA', 'q'],
]);

test.each([
  ['where nothing is known', 'M', null, 'M'],
  ['on a Russian keyboard', 'M', russian, 'Ь'],
  ['on a French one, which has the letter elsewhere', 'A', french, 'A'],
  ['that are no letters', 'Esc', russian, 'Esc'],
  ['of a place that the keyboard does not tell', 'S', russian, 'S'],
])('keys %s: %s', (_, key, layout, label) => {
  expect(keyLabel(key, layout)).toBe(label);
});
