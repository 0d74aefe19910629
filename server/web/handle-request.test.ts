import { expect, test } from 'vitest';
import { isMalformedRequestTarget } from './handle-request';

test.each([
  ['/', false],
  ['/events/%C3%A9?name=%C3%A9', false],
  ['/events/100%25', false],
  ['/streams?percent=100%', false],
  ['/events/100%', true],
  ['/%E0%A4%A', true],
  ['/%ff', true],
  ['/api/v1/events/%zz?x=1', true],
])('%s is malformed: %s', (url, isMalformed) => {
  expect(isMalformedRequestTarget(url)).toBe(isMalformed);
});
