import { expect, test } from 'vitest';
import { digitOf, keyOf } from './pressed-key';

test.each([
  ['an input method', 'Process', 'KeyJ', false, 'j'],
  ['an input method', 'Process', 'Space', false, ' '],
  ['an input method', 'Process', 'Period', false, '.'],
  ['an input method', 'Process', 'Slash', false, '/'],
  ['an input method', 'Process', 'Slash', true, '?'],
  ['an input method', 'Process', 'Escape', false, 'Escape'],
  ['an input method', 'Process', 'ArrowLeft', true, 'ArrowLeft'],
  ['an input method', 'Process', 'NumpadEnter', false, 'Enter'],
  ['a Japanese keyboard of kana', 'ち', 'KeyA', false, 'a'],
  ['a Korean keyboard', 'ㅣ', 'KeyL', false, 'l'],
  ['wide letters', 'Ｓ', 'KeyS', true, 's'],
  ['a wide question mark', '？', 'Slash', true, '?'],
  ['a wide space', '　', 'Space', false, ' '],
  ['a Russian keyboard', 'ю', 'Period', false, '.'],
  ['a German keyboard', 'ß', 'Minus', false, 'ß'],
  ['a Canadian keyboard', 'é', 'Slash', false, 'é'],
  ['any keyboard', 'ArrowDown', 'Numpad2', false, 'ArrowDown'],
  ['a keyboard that tells no places', 'K', '', true, 'k'],
])('%s: %s at %s, Shift %s, is %j', (_, key, code, shiftKey, expected) => {
  expect(keyOf({ key, code, shiftKey })).toBe(expected);
});

test.each([
  ['an input method', 'Process', 'Digit7', 7],
  ['an input method', 'Process', 'Numpad7', 7],
  ['an Arabic keyboard', '٣', 'Numpad3', 3],
  ['a French keyboard', 'è', 'Digit7', 7],
  ['the block of digits without NumLock', 'ArrowDown', 'Numpad2', null],
  ['a keyboard that tells no places', '4', '', 4],
  ['a letter', 'k', 'KeyK', null],
])('%s: %s at %s types the digit %s', (_, key, code, expected) => {
  expect(digitOf({ key, code, shiftKey: false })).toBe(expected);
});
