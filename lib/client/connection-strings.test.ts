import { expect, test } from 'vitest';
import { ingestAddress, viewAddress } from './connection-strings';

test.each([
  ['localhost', 'srt://localhost'],
  ['live.example.org', 'srt://live.example.org'],
  ['192.168.1.20', 'srt://192.168.1.20'],
  ['[::1]', 'srt://[::1]'],
  ['::1', 'srt://[::1]'],
])('addresses on %s', (hostname, start) => {
  const host = { hostname, ingestPort: 20000, viewPort: 20001 };
  expect(ingestAddress(host, 'k3y')).toBe(`${start}:20000?mode=caller&streamid=k3y`);
  expect(viewAddress(host, 'k3y')).toBe(`${start}:20001?mode=caller&streamid=k3y`);
});
