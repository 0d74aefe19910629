import { expect, test } from 'vitest';
import { allowAt, apiRoot } from './addresses';
import { declarations } from './declarations';

test.each([
  ['/', 'GET, HEAD, OPTIONS'],
  ['/healthz', 'GET, HEAD, OPTIONS'],
  ['/api/v1/nowhere', 'GET, HEAD, OPTIONS'],
  ['/api/v1/auth/login', 'POST, OPTIONS'],
  ['/api/v1/events', 'GET, HEAD, POST, OPTIONS'],
  ['/api/v1/events/1', 'GET, HEAD, PATCH, DELETE, OPTIONS'],
  ['/api/v1/streams/1/start', 'POST, OPTIONS'],
  ['/api/v1/invitations/1', 'DELETE, OPTIONS'],
  ['/api/v1/invitations/accept', 'POST, OPTIONS'],
  ['/api/v1/openapi.json', 'GET, HEAD, OPTIONS'],
])('%s allows %s', (path, methods) => {
  expect(allowAt(path)).toBe(methods);
});

test.each(Object.values(declarations))('$method $path is allowed', ({ method, path }) => {
  expect(allowAt(`${apiRoot}${path.replaceAll(/\{\w+\}/g, '1')}`)).toContain(method);
});
