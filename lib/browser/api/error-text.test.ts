import { describe, expect, test } from 'vitest';
import { ApiError, apiErrorFrom } from './api-error';
import { detailsOr, messageOr } from './error-text';

const signUpText = (error: unknown) => detailsOr(error, messageOr(error, 'Signup failed'));

describe('the text of a refused request', () => {
  test.each([
    ['a list', { message: 'm', errors: ['a', 'b'] }, 'm', 'a\nb', 'a\nb'],
    ['fields', { message: 'm', errors: { email: ['a', 'b'], name: ['c'] } }, 'm', 'a\nb\nc', 'a\nb\nc'],
    ['one sentence a field', { message: 'm', errors: { email: 'a' } }, 'm', 'a', 'a'],
    ['an empty list', { message: 'm', errors: [] }, 'm', 'fallback', 'm'],
    ['no fields', { message: 'm', errors: {} }, 'm', 'fallback', 'm'],
    ['a message alone', { message: 'm' }, 'm', 'fallback', 'm'],
    ['a list without a message', { errors: ['a'] }, 'fallback', 'a', 'a'],
    ['a message that is no text', { message: { deep: 1 } }, 'fallback', 'fallback', 'Signup failed'],
    ['nothing', {}, 'fallback', 'fallback', 'Signup failed'],
  ])('with %s', (_, error, message, details, signUp) => {
    const thrown = apiErrorFrom(422, { error });
    expect(messageOr(thrown, 'fallback')).toBe(message);
    expect(detailsOr(thrown, 'fallback')).toBe(details);
    expect(signUpText(thrown)).toBe(signUp);
  });

  test.each([
    ['a page of a proxy', apiErrorFrom(502, null)],
    ['an answer of another shape', apiErrorFrom(500, { error: 'oops' })],
    ['no answer', new ApiError(0, 'The server cannot be reached.', 'network')],
    ['a fault of the page itself', new TypeError('x is undefined')],
  ])('falls back for %s', (_, thrown) => {
    expect(messageOr(thrown, 'fallback')).toBe('fallback');
    expect(detailsOr(thrown, 'fallback')).toBe('fallback');
  });
});
