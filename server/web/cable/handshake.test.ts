import { describe, expect, test } from 'vitest';
import { isForCable, readToken, refusalOf } from './handshake';
import { protocolName } from './protocol';

const token = 'token-of-ada';
const carrier = `${protocolName}, sightline-token.${Buffer.from(token).toString('base64url')}`;

describe('the token', () => {
  test.each([
    ['a subprotocol', { 'sec-websocket-protocol': carrier }, ''],
    ['Authorization', { authorization: `Bearer ${token}` }, ''],
    ['Authorization in small letters', { authorization: `bearer  ${token}` }, ''],
    ['the query', {}, `?token=${token}`],
  ])('comes by %s', (_name, headers, query) => {
    expect(readToken(headers, new URL(`http://localhost/cable${query}`))).toBe(token);
  });

  test('is missing', () => {
    expect(readToken({ authorization: 'Basic YTpi' }, new URL('http://localhost/cable'))).toBeNull();
  });
});

test.each([
  ['/cable', true],
  ['/cable/', true],
  ['/cable?token=x', true],
  ['/cable/?token=x', true],
  ['/cables', false],
  ['/cable/x', false],
])('%s is for /cable: %s', (target, expected) => expect(isForCable(target)).toBe(expected));

test('a page that a proxy has given another host is told which settings name the proxy', () => {
  const headers = { origin: 'https://shows.example', host: 'inner:3000', 'sec-websocket-protocol': protocolName };
  const refusal = refusalOf(headers, []);
  expect(refusal?.status).toBe(403);
  expect(refusal?.text).toMatch(/ to inner:3000\. .*TRUSTED_PROXY_COUNT and TRUSTED_PROXY_ADDRESSES/);
  expect(refusalOf(Object.assign({}, headers, { host: 'shows.example' }), [])).toBeNull();
});
