import { expect, test } from 'vitest';
import { readMultiviewKey } from './multiview-key';

const press = (key: string, modifiers: Partial<Record<'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey', boolean>> = {}) =>
  readMultiviewKey({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...modifiers });

test.each([
  ['3', {}, { does: 'enlarge', place: 3 }],
  ['ArrowDown', {}, { does: 'step', column: 0, row: 1, carry: false }],
  ['ArrowLeft', { shiftKey: true }, { does: 'step', column: -1, row: 0, carry: true }],
  ['m', {}, { does: 'sound' }],
  ['M', { shiftKey: true }, { does: 'sound' }],
  ['h', {}, { does: 'health' }],
  ['i', {}, { does: 'health' }],
  ['f', {}, { does: 'page-fullscreen' }],
  ['F', {}, { does: 'page-fullscreen' }],
  ['F', { shiftKey: true }, { does: 'tile-fullscreen' }],
  ['Escape', {}, { does: 'shrink' }],
  ['?', { shiftKey: true }, { does: 'keys' }],
  ['0', {}, null],
  ['Tab', {}, null],
  ['f', { ctrlKey: true }, null],
  ['ArrowLeft', { altKey: true }, null],
  ['1', { metaKey: true }, null],
])('%s with %o', (key, modifiers, expected) => {
  expect(press(key, modifiers)).toEqual(expected);
});
