import { expect, test } from 'vitest';
import { readMultiviewKey, TypedNumber } from './multiview-keys';

const press = (key: string, modifiers: Partial<Record<'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey', boolean>> = {}) =>
  readMultiviewKey({ key, code: '', shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...modifiers });

test.each([
  ['3', {}, { does: 'digit', digit: 3 }],
  ['0', {}, { does: 'digit', digit: 0 }],
  ['l', {}, { does: 'layout', by: 1 }],
  ['L', { shiftKey: true }, { does: 'layout', by: -1 }],
  ['S', {}, { does: 'filmstrip' }],
  ['o', {}, { does: 'off-cameras' }],
  ['g', {}, { does: 'safe-areas' }],
  ['c', {}, { does: 'center-cross' }],
  ['a', {}, { does: 'aspect-mask' }],
  ['p', {}, { does: 'presets' }],
  ['/', {}, { does: 'cameras' }],
  ['r', {}, { does: 'replay' }],
  ['x', {}, { does: 'mark' }],
  ['v', {}, { does: 'desk' }],
  ['ArrowDown', {}, { does: 'step', column: 0, row: 1, moves: false }],
  ['ArrowLeft', { shiftKey: true }, { does: 'step', column: -1, row: 0, moves: true }],
  ['m', {}, { does: 'audio' }],
  ['M', { shiftKey: true }, { does: 'audio' }],
  ['h', {}, { does: 'health' }],
  ['i', {}, { does: 'health' }],
  ['k', {}, { does: 'frame-lock' }],
  ['f', {}, { does: 'page-fullscreen' }],
  ['F', {}, { does: 'page-fullscreen' }],
  ['F', { shiftKey: true }, { does: 'tile-fullscreen' }],
  ['Escape', {}, { does: 'shrink' }],
  ['?', { shiftKey: true }, { does: 'help' }],
  ['Tab', {}, null],
  ['f', { ctrlKey: true }, null],
  ['ArrowLeft', { altKey: true }, null],
  ['1', { metaKey: true }, null],
])('%s with %o: %o', (key, modifiers, expected) => {
  expect(press(key, modifiers)).toEqual(expected);
});

const plain = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false };
const shifted = { ...plain, shiftKey: true };

test.each([
  ['a US keyboard', '@', 'Digit2', { does: 'recall', preset: 2 }],
  ['a German keyboard', '"', 'Digit2', { does: 'recall', preset: 2 }],
  ['a French keyboard, where Shift makes digits', '2', 'Digit2', { does: 'recall', preset: 2 }],
  ['a Russian keyboard, whose key of 7 has the question mark', '?', 'Digit7', { does: 'help' }],
  ['a Russian keyboard', '*', 'Digit8', { does: 'recall', preset: 8 }],
  ['an input method', 'Process', 'Digit7', { does: 'recall', preset: 7 }],
  ['an input method', 'Process', 'Slash', { does: 'help' }],
  ['an input method', 'Process', 'ArrowUp', { does: 'step', column: 0, row: -1, moves: true }],
  ['a Russian keyboard, in the place of the question mark', ',', 'Slash', { does: 'help' }],
  ['a German keyboard', '?', 'Minus', { does: 'help' }],
  ['a Russian keyboard', 'Д', 'KeyL', { does: 'layout', by: -1 }],
])('with Shift, %s types %s by %s: %o', (_, key, code, expected) => {
  expect(readMultiviewKey({ key, code, ...shifted })).toEqual(expected);
});

test.each([
  ['French', 'é', 'Digit2', { does: 'digit', digit: 2 }],
  ['French', 'à', 'Digit0', { does: 'digit', digit: 0 }],
  ['Czech', 'š', 'Digit3', { does: 'digit', digit: 3 }],
  ['Japanese', 'Process', 'Digit2', { does: 'digit', digit: 2 }],
  ['Korean', 'Process', 'KeyK', { does: 'frame-lock' }],
  ['Chinese', 'Process', 'Escape', { does: 'shrink' }],
  ['any', '3', 'Numpad3', { does: 'digit', digit: 3 }],
  ['French', 'a', 'KeyQ', { does: 'aspect-mask' }],
  ['French', 'q', 'KeyA', null],
  ['Dvorak', 'm', 'KeyM', { does: 'audio' }],
  ['Dvorak', 'c', 'KeyI', { does: 'center-cross' }],
  ['Russian', 'ь', 'KeyM', { does: 'audio' }],
  ['Russian', 'а', 'KeyF', { does: 'page-fullscreen' }],
  ['Hebrew', 'צ', 'KeyM', { does: 'audio' }],
  ['Greek', 'μ', 'KeyM', { does: 'audio' }],
  ['Turkish', 'ı', 'KeyI', { does: 'health' }],
  ['Russian', 'й', 'KeyQ', null],
])('a %s keyboard types %s by %s: %o', (_, key, code, expected) => {
  expect(readMultiviewKey({ key, code, ...plain })).toEqual(expected);
});

/**
 * @param cameras their numbers, or how many there are
 * @param typed digits with the time of each in ms
 */
const type = (cameras: number | number[], ...typed: [digit: number, atMs: number][]) => {
  const exists = (wanted: number) =>
    typeof cameras === 'number' ? wanted >= 1 && wanted <= cameras : cameras.includes(wanted);
  const number = new TypedNumber();
  return typed.map(([digit, atMs]) => {
    const read = number.add(digit, exists, atMs);
    return read && (read.isCorrection ? `→${read.number}` : `${read.number}`);
  });
};

test.each<[string, number | number[], [number, number][], (string | null)[]]>([
  ['one digit counts at once', 16, [[3, 0]], ['3']],
  [
    'a second one soon after corrects it',
    16,
    [
      [1, 0],
      [2, 300],
    ],
    ['1', '→12'],
  ],
  [
    'zero is a second digit',
    30,
    [
      [2, 0],
      [0, 300],
    ],
    ['2', '→20'],
  ],
  [
    'a late digit begins anew',
    16,
    [
      [1, 0],
      [2, 900],
    ],
    ['1', '2'],
  ],
  [
    'so does one that makes a number of no camera',
    16,
    [
      [1, 0],
      [7, 300],
    ],
    ['1', '7'],
  ],
  [
    'so does the third',
    99,
    [
      [1, 0],
      [2, 300],
      [3, 600],
    ],
    ['1', '→12', '3'],
  ],
  ['zero alone is no number', 16, [[0, 0]], [null]],
  ['neither is one without a camera', 4, [[5, 0]], [null]],
  [
    'the first digit waits where only the number of both is a camera’s',
    [12, 14],
    [
      [1, 0],
      [4, 300],
    ],
    [null, '14'],
  ],
])('%s', (_, cameras, typed, expected) => {
  expect(type(cameras, ...typed)).toEqual(expected);
});
