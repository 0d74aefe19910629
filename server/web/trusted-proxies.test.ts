import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { replaceForwardedHeaders, TrustedProxies } from './trusted-proxies';

/** A request on a connection from this address. */
function requestFrom(address: string, headers: Record<string, string> = {}): IncomingMessage {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: address });
  const request = new IncomingMessage(socket);
  Object.assign(request.headers, headers);
  return request;
}

const privateNetworks = ['127.0.0.0/8', '10.0.0.0/8', 'fd00::/8'];
const proxies = (count: number, addresses = privateNetworks) => new TrustedProxies({ count, addresses });

describe('the address of the caller', () => {
  test.each([
    ['no proxy', '10.0.0.1', undefined, 0, '10.0.0.1'],
    ['no trusted proxy: the header may be forged', '10.0.0.1', '203.0.113.7', 0, '10.0.0.1'],
    ['one proxy', '10.0.0.1', '203.0.113.7', 1, '203.0.113.7'],
    ['one proxy over IPv6', 'fd00::1', '2001:db8::7', 1, '2001:db8::7'],
    ['one proxy, seen by a socket for both families', '::ffff:10.0.0.1', '203.0.113.7', 1, '203.0.113.7'],
    ['one proxy, and a client that sent the header itself', '10.0.0.1', '198.51.100.1, 203.0.113.7', 1, '203.0.113.7'],
    ['one proxy that adds a port', '10.0.0.1', '203.0.113.7:51234', 1, '203.0.113.7'],
    ['one proxy that adds brackets and a port', '10.0.0.1', '[2001:db8::7]:51234', 1, '2001:db8::7'],
    ['one proxy that adds brackets', '10.0.0.1', '[2001:db8::7]', 1, '2001:db8::7'],
    ['one proxy that quotes', '10.0.0.1', '"[2001:db8::7]:443"', 1, '2001:db8::7'],
    ['one proxy that sends something else with a port', '10.0.0.1', 'unknown:443', 1, '10.0.0.1'],
    ['two proxies', '10.0.0.1', '198.51.100.1, 203.0.113.7,10.0.0.2', 2, '203.0.113.7'],
    ['one proxy that sends no header', '10.0.0.1', undefined, 1, '10.0.0.1'],
    ['one proxy that sends no address', '10.0.0.1', 'unknown', 1, '10.0.0.1'],
    ['one proxy, passed by: the header may be forged', '198.51.100.9', '203.0.113.7', 1, '198.51.100.9'],
  ])('%s', (_, peer, header, count, expected) => {
    const request = requestFrom(peer, header === undefined ? {} : { 'x-forwarded-for': header });
    expect(proxies(count).caller(request).address).toBe(expected);
  });
});

const forwarded = { host: 'inner:3000', 'x-forwarded-host': 'shows.example', 'x-forwarded-proto': 'https' };

test.each([
  ['come from a proxy: they count', '10.0.0.1', 1, { host: 'shows.example', isSecure: true }],
  ['come from anybody else: they do not', '198.51.100.9', 1, { host: 'inner:3000', isSecure: false }],
  ['come where no proxy is: they do not', '10.0.0.1', 0, { host: 'inner:3000', isSecure: false }],
])('X-Forwarded-Host and -Proto %s', (_, peer, count, expected) => {
  expect(proxies(count).caller(requestFrom(peer, forwarded))).toMatchObject(expected);
});

test('of two proxies, the outer one’s headers count', () => {
  const headers = { 'x-forwarded-host': 'forged, shows.example, inner', 'x-forwarded-proto': 'http, https, http' };
  expect(proxies(2).caller(requestFrom('10.0.0.1', headers))).toMatchObject({ host: 'shows.example', isSecure: true });
});

test('an address without a prefix length matches only itself', () => {
  const one = proxies(1, ['192.0.2.1', '2001:db8::1']);
  expect(['192.0.2.1', '192.0.2.2', '2001:db8::1', '2001:db8::2', ''].map((each) => one.includes(each))).toEqual([
    true,
    false,
    true,
    false,
    false,
  ]);
});

test('verified facts replace a request’s claims about its caller', () => {
  const headers = {
    'x-forwarded-for': '1.2.3.4',
    'x-forwarded-port': '1',
    forwarded: 'for=1.2.3.4',
    'x-real-ip': '1.2.3.4',
    'x-client-address': '1.2.3.4',
    accept: '*/*',
  };
  const request = requestFrom('198.51.100.9', headers);
  replaceForwardedHeaders(request, { address: '198.51.100.9', host: 'shows.example', isSecure: false });
  expect(request.headers).toEqual({
    accept: '*/*',
    host: 'shows.example',
    'x-client-address': '198.51.100.9',
    'x-forwarded-proto': 'http',
  });
});
