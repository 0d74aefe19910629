import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newStreamKey } from '@/lib/use-cases/streams/stream-keys';
import { parseStreamId } from './srt-stream-id';

test.each([
  ['abcKEY-1234_567', { keys: ['abcKEY-1234_567'], mode: null }],
  ['live/camera=1,2', { keys: ['live/camera=1,2'], mode: null }],
  ['#!::r=abc', { keys: ['abc'], mode: null }],
  ['#!::r=abc,m=publish', { keys: ['abc'], mode: 'publish' }],
  ['#!::m=request,u=admin,r=abc', { keys: ['abc'], mode: 'request' }],
  ['#!::r=a=b, m=bidirectional', { keys: ['a=b', 'bidirectional'], mode: null }],
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
  ['percent-encoding twice', '%2523!%253A%253Ar%253Dabc%252Cm%253Dpublish', 'publish'],
  ['percent-encoded typographic quotes', '%E2%80%9Cabc%E2%80%9D', null],
  ['German quotes', '„abc“', null],
  ['French quotes and no-break spaces', '« abc »', null],
  ['no-break spaces in the access control syntax', '#!::r = abc , m = publish ', 'publish'],
  ['zero-width spaces', '\u200babc\u200b', null],
  ['wide signs', '＃！：：ｒ＝ａｂｃ，ｍ＝ｐｕｂｌｉｓｈ', 'publish'],
  ['capitals of a phone', '#!::R=abc,M=Publish', 'publish'],
  ['a capital of a phone in the prefix', 'Publish:abc', 'publish'],
  ['a capital in the address', 'Srt://live.example.org:20000?Mode=caller&Streamid=abc', null],
  ['the rest of the address', 'abc&latency=120000&passphrase=horse', null],
  ['the whole address', 'srt://live.example.org:20000?mode=caller&streamid=abc&latency=120000', null],
  ['the address from its question mark on', '?mode=caller&streamid=abc', null],
] as const)('a key with %s around it is the key', (_, text, mode) => {
  expect(parseStreamId(text)).toMatchObject({ keys: expect.arrayContaining(['abc']), mode });
  expect(parseStreamId(text)?.keys[0]).toBe('abc');
});

const key = newStreamKey();

test.each([
  ['Blackmagic’s user', `#!::bmd_uuid=f47ac10b-58cc-4372-a567-0e02b2c3d479,bmd_name=ATEM Mini Extreme,u=${key}`],
  ['Blackmagic’s user, beside a UUID as long as a key', `#!::bmd_uuid=f47ac10b58cc4372a5670e02b2c3d479,u=${key}`],
  ['a session', `#!::h=live.example.org,s=${key},m=publish`],
  ['a resource with an application before it', `#!::r=live/${key},m=publish`],
  ['braces', `#!:{u=${key},t=stream}`],
  ['an unknown syntax of the same mark', `#!stream ${key}`],
  ['an application before it', `live/${key}`],
  ['a question mark after it', `live/${key}?token=0123456789abcdef`],
  ['a user before it', `camera-one-of-the-church:${key}`],
  ['a user after it', `${key}:camera-one-of-the-church`],
  ['JSON', `{"app":"live","stream":"${key}"}`],
  ['percent-encoded JSON', encodeURIComponent(`{"stream":"${key}"}`)],
  ['an XML attribute', `<stream key='${key}'/>`],
  ['another parameter of an address', `srt://live.example.org:20000?mode=caller&key=${key}`],
  ['two lines', `key:\n${key}`],
  ['a name and an underscore before it', `stage_left_${key}`],
  ['a hyphen and a name after it', `${key}-backup`],
  ['names on both sides', `#!::r=live-${key}_1080p`],
])('a key in %s is found', (_, text) => {
  expect(parseStreamId(text)?.keys).toContain(key);
});

test('a part of a key, and a camera’s id, are found wherever they stand', () => {
  expect(parseStreamId(`#!::bmd_name=One,u=${key.slice(0, 20)}`)?.keys).toEqual([key.slice(0, 20)]);
  const id = crypto.randomUUID();
  expect(parseStreamId(`#!::u=${id}`)?.keys).toEqual([id]);
});

test('no caller makes more than four look-ups of one call', () => {
  const many = Array.from({ length: 15 }, newStreamKey).join(',');
  expect(parseStreamId(many)?.keys).toHaveLength(4);
});

test.each(['u=', 's=', 'r=live/'])('a key after %s is looked up, though four other texts come before it', (field) => {
  const others = Array.from({ length: 4 }, (_, index) => `x${index}=${newStreamKey()}`);
  expect(parseStreamId(`#!::${others.join(',')},${field}${key}`)?.keys).toContain(key);
});

test.each([
  ['a hyphen that became an en dash', 'abcdefgh–ijklmnopqrstuvwxyz01234', 'abcdefgh-ijklmnopqrstuvwxyz01234'],
  ['two hyphens that became an em dash', 'abcdefgh—ijklmnopqrstuvwxyz0123', 'abcdefgh--ijklmnopqrstuvwxyz0123'],
  ['a hyphen that does not break', 'abcdefgh‑ijklmnopqrstuvwxyz01234', 'abcdefgh-ijklmnopqrstuvwxyz01234'],
])('a key with %s is itself again', (_, text, expected) => {
  expect(parseStreamId(text)).toEqual({ keys: [expected], mode: null });
});

test('a key that a phone began with a capital is found, after the one that was sent', () => {
  const capital = 'Abcdefghijklmnopqrstuvwxyz012345';
  expect(parseStreamId(capital)?.keys).toEqual([capital, `a${capital.slice(1)}`]);
});

test('every new key is read unchanged', () => {
  for (let count = 0; count < 200; count++) {
    const key = newStreamKey();
    const { keys, mode } = parseStreamId(key) ?? {};
    expect([keys?.[0], mode]).toEqual([key, null]);
  }
});

test('any streamid is read quickly, and no key has a control character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 512 }), (text) => {
      for (const one of parseStreamId(text)?.keys ?? []) expect(one).not.toMatch(/\p{Cc}/u);
    }),
  );
});
