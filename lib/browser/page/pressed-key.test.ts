import { expect, test, vi } from 'vitest';
import { digitOf, isEscape, keyOf, pressByName } from './pressed-key';

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

const pressed = (init: object) =>
  Object.assign(
    { key: 'Escape', code: 'Escape', shiftKey: false, isComposing: false, keyCode: 27 },
    init,
  ) as KeyboardEvent;

test.each([
  ['pressed alone', {}, true],
  ['that ends the composition of a word', { isComposing: true }, false],
  ['that Safari sends after it', { keyCode: 229 }, false],
  ['that the input method takes', { key: 'Process', keyCode: 229 }, false],
  ['of the key beside it', { key: '1', code: 'Digit1', keyCode: 49 }, false],
])('Escape %s: %o leaves a form: %s', (_, init, expected) => {
  expect(isEscape(pressed(init))).toBe(expected);
});

test.each([
  ['ArrowDown', {}, 'ArrowDown'],
  ['NumpadEnter', {}, 'Enter'],
  ['Escape', {}, 'Escape'],
  ['Escape', { isComposing: true }, null],
  ['Escape', { key: 'Escape' }, null],
  ['', {}, null],
])('a hidden key at %j, with %o, is pressed by the name %j', (code, init, expected) => {
  vi.stubGlobal(
    'KeyboardEvent',
    class {
      constructor(
        readonly type: string,
        readonly init: { key: string },
      ) {}
    },
  );
  const dispatchEvent = vi.fn<(event: { init: { key: string } }) => boolean>();
  const preventDefault = vi.fn();
  const event = pressed(Object.assign({ key: 'Process', code, target: { dispatchEvent }, preventDefault }, init));
  expect(pressByName(event)).toBe(expected !== null);
  expect(dispatchEvent.mock.calls.map(([sent]) => sent.init.key)).toEqual(expected === null ? [] : [expected]);
  vi.unstubAllGlobals();
});
