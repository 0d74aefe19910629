import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { refuseRequest } from './refuse-request';

const refuse = refuseRequest({ parseRouterState: () => null, isDevelopment: false });
const ask = (method: string, url: string) => refuse(Object.assign(new IncomingMessage(new Socket()), { method, url }));

test.each([
  ['GET', '/cable', 426],
  ['GET', '/cable/?token=x', 426],
  ['POST', '/events', 405],
  ['GET', '/_next/x', 404],
  ['OPTIONS', '/events', 204],
  ['GET', '/events', undefined],
])('%s %s: %s', (method, url, status) => expect(ask(method, url)?.status).toBe(status));

test('a websocket whose upgrade a proxy has dropped says which headers the proxy must pass on', () => {
  expect(ask('GET', '/cable')?.text).toContain('must pass on the headers Upgrade and Connection');
});
