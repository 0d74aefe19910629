import { expect, test } from 'vitest';
import { readMultiviewKey } from './multiview-keys';

const press = (key: string, modifiers: Partial<Record<'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey', boolean>> = {}) =>
  readMultiviewKey({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...modifiers });

test.each([
  ['3', {}, { does: 'enlarge', position: 3 }],
  ['ArrowDown', {}, { does: 'step', column: 0, row: 1, moves: false }],
  ['ArrowLeft', { shiftKey: true }, { does: 'step', column: -1, row: 0, moves: true }],
  ['m', {}, { does: 'audio' }],
  ['M', { shiftKey: true }, { does: 'audio' }],
  ['h', {}, { does: 'health' }],
  ['i', {}, { does: 'health' }],
  ['f', {}, { does: 'page-fullscreen' }],
  ['F', {}, { does: 'page-fullscreen' }],
  ['F', { shiftKey: true }, { does: 'tile-fullscreen' }],
  ['Escape', {}, { does: 'shrink' }],
  ['?', { shiftKey: true }, { does: 'help' }],
  ['0', {}, null],
  ['Tab', {}, null],
  ['f', { ctrlKey: true }, null],
  ['ArrowLeft', { altKey: true }, null],
  ['1', { metaKey: true }, null],
])('%s with %o: %o', (key, modifiers, expected) => {
  expect(press(key, modifiers)).toEqual(expected);
});
