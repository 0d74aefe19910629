import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newStreamKey } from '@/lib/use-cases/streams/new-stream-key';
import { parseStreamId } from './srt-stream-id';

test.each([
  ['abcKEY-1234_567', { key: 'abcKEY-1234_567', mode: null }],
  ['live/camera=1,2', { key: 'live/camera=1,2', mode: null }],
  ['#!::r=abc', { key: 'abc', mode: null }],
  ['#!::r=abc,m=publish', { key: 'abc', mode: 'publish' }],
  ['#!::m=request,u=admin,r=abc', { key: 'abc', mode: 'request' }],
  ['#!::r=a=b, m=bidirectional', { key: 'a=b', mode: null }],
  ['#!::m=publish', null],
  ['#!::r=', null],
  ['#!::', null],
  ['#!nonsense', null],
  ['a\0b', null],
  ['a\nb', null],
  ['', null],
  [null, null],
] as const)('the streamid %j', (text, expected) => {
  expect(parseStreamId(text)).toEqual(expected);
});

test.each([
  ['a space and a line end', ' abc \r\n', null],
  ['quotes', '"abc"', null],
  ['typographic quotes', '“abc”', null],
  ['a leading slash', '/abc', null],
  ['NULs at the end', 'abc\0\0', null],
  ['MediaMTX’s prefix', 'publish:abc', 'publish'],
  ['MediaMTX’s prefix for players', 'read:abc', 'request'],
  ['the prefix and spaces', ' publish: abc ', 'publish'],
  ['the nested access control syntax', '#!:{r=abc}', null],
  ['the nested access control syntax with a mode', '#!:{m=publish,r=abc}', 'publish'],
  ['both at once', '#!::{r=abc,m=publish}', 'publish'],
  ['a prefix in the access control syntax', '#!::r=publish:abc', 'publish'],
  ['a slash and quotes in the access control syntax', '#!::r="/abc",m=publish', 'publish'],
  ['percent-encoding', '%23!%3A%3Ar%3Dabc%2Cm%3Dpublish', 'publish'],
  ['the rest of the address', 'abc&latency=120000&passphrase=horse', null],
  ['the whole address', 'srt://live.example.org:20000?mode=caller&streamid=abc&latency=120000', null],
  ['the address from its question mark on', '?mode=caller&streamid=abc', null],
] as const)('a key with %s around it is the key', (_, text, mode) => {
  expect(parseStreamId(text)).toEqual({ key: 'abc', mode });
});

test('every new key is read unchanged', () => {
  for (let count = 0; count < 200; count++) {
    const key = newStreamKey();
    expect(parseStreamId(key)).toEqual({ key, mode: null });
  }
});

test('any streamid is read quickly, and no key has a control character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 512 }), (text) => {
      expect(parseStreamId(text)?.key ?? '').not.toMatch(/\p{Cc}/u);
    }),
  );
});
