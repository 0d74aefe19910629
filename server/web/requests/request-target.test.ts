import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { readRequestTarget } from './request-target';

function read(url: string, host?: string) {
  const request = new IncomingMessage(new Socket());
  request.url = url;
  if (host !== undefined) request.headers.host = host;
  const isSound = readRequestTarget(request);
  return { isSound, url: request.url, host: request.headers.host };
}

test.each([
  ['/', true],
  ['/events/%C3%A9?name=%C3%A9', true],
  ['/events/100%25', true],
  ['/streams?percent=100%', true],
  ['/events/100%', false],
  ['/%E0%A4%A', false],
  ['/%ff', false],
  ['/api/v1/events/%zz?x=1', false],
  ['/events/%00', false],
  ['/api/v1/events/%00', true],
  ['*', false],
  ['events', false],
  ['', false],
  ['http://', false],
  ['https://a b/', false],
  ['ftp://shows.example/', false],
])('the target %s is valid: %s', (url, isSound) => {
  expect(read(url).isSound).toBe(isSound);
});

test('an absolute target names the host, too', () => {
  const target = 'http://shows.example:3000/events?x=1';
  expect(read(target, 'other.example')).toEqual({ isSound: true, url: '/events?x=1', host: 'shows.example:3000' });
  expect(read('HTTP://shows.example').url).toBe('/');
});

describe('a host', () => {
  test.each([
    [undefined, true],
    ['shows.example', true],
    ['web_1:3000', true],
    ['[fe80::1]:3000', true],
    ['', false],
    ['a b', false],
    ["a;script-src'self'", false],
    ['shows.example/path', false],
    ['user@shows.example', false],
    ['shows.example:port', false],
  ])('%s is valid: %s', (host, isSound) => {
    expect(read('/', host).isSound).toBe(isSound);
  });
});
