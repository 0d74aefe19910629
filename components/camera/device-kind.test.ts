import { expect, test } from 'vitest';
import { deviceKind } from './device-kind';

const safari = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

test.each([
  ['an iPhone', `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${safari}`, 5, 'apple'],
  ['an iPad that says it is a Mac', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${safari}`, 5, 'apple'],
  ['a Mac', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${safari}`, 0, 'other'],
  ['a Pixel', 'Mozilla/5.0 (Linux; Android 15; Pixel 7) Chrome/130.0.0.0 Mobile Safari/537.36', 5, 'android'],
])('%s', (_, userAgent, maxTouchPoints, kind) => {
  expect(deviceKind({ userAgent, maxTouchPoints })).toBe(kind);
});
