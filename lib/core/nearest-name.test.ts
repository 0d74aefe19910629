import { expect, test } from 'vitest';
import { nearestName } from './nearest-name';

const names = ['PUBLIC_URL', 'SMTP_URL', 'SIGNUP', 'WEBHOOK_ALLOW_PRIVATE'];

test.each([
  ['PUBLIC_ULR', 1, 'PUBLIC_URL'],
  ['SIGN_UP', 1, 'SIGNUP'],
  ['SMTPURL', 1, 'SMTP_URL'],
  ['WEBHOOK_PRIVATE', 6, 'WEBHOOK_ALLOW_PRIVATE'],
  ['WEBHOOK_PRIVATE', 5, null],
  ['PATH', 2, null],
])('%s within %i edits: %s', (given, maxEdits, expected) => {
  expect(nearestName(given, names, maxEdits)).toBe(expected);
});

test('prefers the nearer of two', () => {
  expect(nearestName('SMTP_URI', ['SMTP_HOST', 'SMTP_URL'], 8)).toBe('SMTP_URL');
});
