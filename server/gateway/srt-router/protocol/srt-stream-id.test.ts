import { expect, test } from 'vitest';
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
  ['#!:{r=abc}', null],
  ['#!nonsense', null],
  ['a\0b', null],
  ['a\nb', null],
  ['', null],
  [null, null],
] as const)('the streamid %j', (text, expected) => {
  expect(parseStreamId(text)).toEqual(expected);
});
