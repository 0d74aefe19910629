import { expect, test } from 'vitest';
import { readPullAddress } from '@/lib/contracts/pull-address';
import { srtCallerUrl } from './read-srt';

const callerUrl = (text: string): URL => {
  const address = readPullAddress(text);
  if (typeof address === 'string') throw new Error(address);
  return new URL(srtCallerUrl(address, '127.0.0.1'));
};

test('libsrt gets what lets it in, its times in their own units, and nothing else', () => {
  const { host, searchParams } = callerUrl(
    'srt://cam:9000?streamid=#!::r=a b&passphrase=0123456789&pbkeylen=32&latency=200&mode=caller&localport=1&tlpktdrop=0',
  );
  expect(host).toBe('127.0.0.1:9000');
  expect(Object.fromEntries(searchParams)).toEqual({
    mode: 'caller',
    transtype: 'live',
    latency: '200000',
    connect_timeout: '3000',
    timeout: '5000000',
    streamid: '#!::r=a b',
    passphrase: '0123456789',
    pbkeylen: '32',
  });
});

test.each([
  ['', '120000'],
  ['?latency=20', '20000'],
  ['?latency=120000', '120000'],
  ['?latency=none', '0'],
])('a latency of "%s" is %s microseconds', (query, expected) => {
  expect(callerUrl(`srt://cam:9000${query}`).searchParams.get('latency')).toBe(expected);
});
