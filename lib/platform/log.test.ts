import { expect, test } from 'vitest';
import { serializeError } from './log';

test('a time-out is logged without the constants of its class', () => {
  const written = serializeError(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
  expect(Object.keys(written)).toEqual(['type', 'message', 'stack']);
  expect(written).toMatchObject({ type: 'TimeoutError', message: 'The operation was aborted due to timeout' });
});

test('other errors keep what they have', () => {
  const error = Object.assign(new Error('It failed.', { cause: new Error('No route.') }), { code: 'EHOSTUNREACH' });
  expect(serializeError(error)).toMatchObject({
    type: 'Error',
    message: 'It failed.: No route.',
    code: 'EHOSTUNREACH',
  });
});
