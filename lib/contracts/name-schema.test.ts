import { expect, test } from 'vitest';
import { nameSchema, optionalNameSchema } from './name-schema';

const name = nameSchema('Name');

test.each([
  ['zero-width space', 'Cam\u200Bera'],
  ['zero-width joiner between Latin letters', 'Cam\u200Dera'],
  ['zero-width non-joiner', 'Cam\u200Cera'],
  ['word joiner', 'Cam\u2060era'],
  ['byte order mark', '\uFEFFCamera 1 x\uFEFF1'],
  ['right-to-left override', 'Camera \u202Eexe.4pm'],
  ['left-to-right embedding', '\u202ACamera\u202C'],
  ['isolate', '\u2066Camera\u2069'],
  ['right-to-left mark', 'Camera\u200F'],
  ['Arabic letter mark', 'Camera\u061C'],
  ['soft hyphen', 'Cam\u00ADera'],
  ['Hangul filler alone', '\u3164'],
  ['half-width Hangul filler', 'A\uFFA0'],
  ['blank of Braille', '\u2800'],
  ['combining grapheme joiner', 'Cam\u034Fera'],
  ['variation selector after a letter', 'Camera\uFE0F'],
  ['tag characters', 'Camera\u{E0041}\u{E0042}'],
  ['line separator', 'Camera\u20281'],
  ['invisible times', '2\u20622'],
  ['zero-width joiner at the end', '👩\u200D'],
])('a %s is refused', (_, text) => {
  const { success, error } = name.safeParse(text);
  expect(success).toBe(false);
  expect(error?.issues.map(({ message }) => message)).toContain("Name can't contain invisible characters.");
});

test.each([
  ['a lone accent', '\u0301'],
  ['two accents', '\u0301\u0308'],
])('%s is refused, for nothing carries it', (_, text) => {
  expect(name.safeParse(text).error?.issues[0]?.message).toBe('Name must have a character that is seen.');
});

test.each([
  'Camera 1',
  'Ünïcödé – “quoted” …',
  '客席カメラ',
  'דלת אחורית',
  'کاميرا می\u200Cخواهم',
  'क्\u200Dष',
  '👩\u200D💻 Desk',
  '👨🏽\u200D👩🏽\u200D👧 Family',
  '❤\uFE0F\u200D🔥',
  '1\uFE0F\u20E3 Left',
  '🇩🇪',
  '1',
  '★',
])('%s is a name', (text) => expect(name.parse(text)).toBe(text));

test('only an optional name may be empty', () => {
  expect(optionalNameSchema('Name').parse('  ')).toBe('');
  expect(name.safeParse(' \u3000\u00A0').error?.issues[0]?.message).toBe('Name is required.');
});
