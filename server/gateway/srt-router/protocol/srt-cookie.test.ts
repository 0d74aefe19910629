import { expect, test } from 'vitest';
import { SrtCookies } from './srt-cookie';

const caller = '192.0.2.1 4000 77';

test('a cookie is valid for its caller, for a limited time', () => {
  const cookies = new SrtCookies();
  const cookie = cookies.issue(caller, 1_000_000);
  expect(cookies.verify(caller, cookie, 1_000_000)).toBe(true);
  expect(cookies.verify(caller, cookie, 1_030_000)).toBe(true);
  expect(cookies.verify(caller, cookie, 1_060_001)).toBe(false);
});

test.each([
  ['another address', '192.0.2.2 4000 77'],
  ['another port', '192.0.2.1 4001 77'],
  ['another SRT socket', '192.0.2.1 4000 78'],
])('a cookie is not valid for %s', (_, stranger) => {
  const cookies = new SrtCookies();
  expect(cookies.verify(stranger, cookies.issue(caller, 0), 0)).toBe(false);
});

test('two gateways issue different cookies', () => {
  expect(new SrtCookies().verify(caller, new SrtCookies().issue(caller, 0), 0)).toBe(false);
});
