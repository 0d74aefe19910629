import { expect, test } from 'vitest';
import { errorText } from './error-text';

test.each<[string, unknown, string]>([
  ['a plain error', new Error('it broke'), 'it broke'],
  [
    'an error with its cause',
    new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') }),
    'fetch failed (ECONNREFUSED)',
  ],
  [
    'a cause that is told already',
    new Error('No answer: timeout', { cause: new Error('timeout') }),
    'No answer: timeout',
  ],
  [
    'several attempts',
    new AggregateError([new Error('refused ::1'), new Error('refused 127.0.0.1')]),
    'AggregateError (refused ::1)',
  ],
  ['an error without a message', Object.assign(new Error(''), { code: 'ENOENT' }), 'ENOENT'],
  ['several lines', new Error('one\n  two'), 'one two'],
  ['a text', 'broken', 'broken'],
  ['nothing', undefined, 'unknown error'],
  [
    'a password in an address',
    new Error('cannot open smtp://me:secret@mail.example/'),
    'cannot open smtp://me:…@mail.example/',
  ],
])('%s', (_, error, text) => {
  expect(errorText(error)).toBe(text);
});

test('causes in a circle end', () => {
  const error = new Error('round');
  error.cause = error;
  expect(errorText(error)).toBe('round');
});
