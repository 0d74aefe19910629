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
  const open = { streamKey: 'k3y', viewKey: 'v13w', passphrase: null };
  expect(ingestAddress(host, open)).toBe(`${start}:20000?mode=caller&streamid=k3y`);
  expect(viewAddress(host, open)).toBe(`${start}:20001?mode=caller&streamid=v13w`);
  const encrypted = { streamKey: 'k3y', viewKey: 'v13w', passphrase: 's3cret.words' };
  const encryption = 'passphrase=s3cret.words&pbkeylen=16';
  expect(ingestAddress(host, encrypted)).toBe(`${start}:20000?mode=caller&streamid=k3y&${encryption}`);
  expect(viewAddress(host, encrypted)).toBe(`${start}:20001?mode=caller&streamid=v13w&${encryption}`);
});
