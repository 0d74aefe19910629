import { expect, test } from 'vitest';
import { ingestAddress, viewAddress, vlcLatency } from './connection-strings';

test.each([
  ['localhost', 'srt://localhost'],
  ['live.example.org', 'srt://live.example.org'],
  ['192.168.1.20', 'srt://192.168.1.20'],
  ['[::1]', 'srt://[::1]'],
  ['::1', 'srt://[::1]'],
])('addresses on %s', (hostname, start) => {
  const host = { hostname, ingestPort: 20000, viewPort: 20001 };
  const open = { streamKey: 'k3y', viewKey: 'v13w', passphrase: null };
  expect(ingestAddress(host, open, 120)).toBe(`${start}:20000?mode=caller&streamid=k3y&latency=120000`);
  expect(viewAddress(host, open, 20)).toBe(`${start}:20001?mode=caller&streamid=v13w&rcvlatency=20000`);
  const encrypted = { streamKey: 'k3y', viewKey: 'v13w', passphrase: 's3cret.words' };
  const encryption = 'passphrase=s3cret.words&pbkeylen=16';
  const tail = `latency=250000&${encryption}`;
  expect(ingestAddress(host, encrypted, 250)).toBe(`${start}:20000?mode=caller&streamid=k3y&${tail}`);
  expect(viewAddress(host, encrypted, 250)).toBe(`${start}:20001?mode=caller&streamid=v13w&rcv${tail}`);
});

test('VLC counts milliseconds', () => {
  expect(vlcLatency(250)).toBe('&latency=250');
});
