import { expect, test } from 'vitest';
import { loggedPath } from './logged-path';

test.each([
  ['/api/v1/streams?name=a', '/api/v1/streams'],
  ['/api/v1/events/%23secret', '/api/v1/events/%23…'],
  ['/api/v1/share%2523secret/more', '/api/v1/share%23…'],
  ['/api/v1/events#secret', '/api/v1/events'],
])('%s is logged as %s', (target, path) => {
  expect(loggedPath(`http://127.0.0.1:3000${target}`)).toBe(path);
});
