import { expect, test } from 'vitest';
import { adtsFrame } from '@/lib/media/codecs/adts';
import { readAacConfig, readAvcConfig, readHevcConfig, splitLengths } from './codec-config';
import { readFlvAudio, readFlvVideo } from './flv-media';

const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex');
const fourCc = (text: string) => Buffer.from(text).toString('hex');

test.each([
  ['a classic configuration', '17 00 000000 aa', { codec: 'h264', kind: 'config', isKeyframe: true }],
  ['a classic frame', '27 01 000028 aa', { codec: 'h264', kind: 'frame', isKeyframe: false, compositionMs: 40 }],
  ['a negative composition time', '27 01 ffffd8 aa', { compositionMs: -40 }],
  ['HEVC as encoders in China send it', '1c 01 000000 aa', { codec: 'hevc', isKeyframe: true }],
  ['an enhanced configuration', `90 ${fourCc('hvc1')} aa`, { codec: 'hevc', kind: 'config' }],
  ['an enhanced frame', `91 ${fourCc('hvc1')} 000028 aa`, { codec: 'hevc', kind: 'frame', compositionMs: 40 }],
  ['an enhanced frame without a time', `a3 ${fourCc('hvc1')} aa`, { kind: 'frame', compositionMs: 0 }],
  ['AV1', `91 ${fourCc('av01')} aa`, { codec: 'av1', compositionMs: 0 }],
  [
    'a nanosecond offset before it',
    `97 02 000001 01 ${fourCc('avc1')} 000028 aa`,
    { codec: 'h264', compositionMs: 40 },
  ],
  ['the first of several tracks', `96 11 ${fourCc('avc1')} 00 000004 000028 aa 01 000001 bb`, { compositionMs: 40 }],
  ['one track', `96 01 ${fourCc('avc1')} 00 000028 aa`, { compositionMs: 40 }],
])('reads %s', (_, hex, expected) => {
  expect(readFlvVideo(bytes(hex))).toMatchObject(Object.assign({ data: bytes('aa') }, expected));
});

test.each(['57 00', '17 02 000000', `94 ${fourCc('hvc1')}`, `96 01 ${fourCc('avc1')} 01 000028 aa`])(
  'leaves out what shows nothing: %s',
  (hex) => expect(readFlvVideo(bytes(hex))).toBeNull(),
);

test.each([
  ['AAC', 'af 01 aa', { codec: 'aac', kind: 'frame' }],
  ['its configuration', 'af 00 aa', { codec: 'aac', kind: 'config' }],
  ['MP3', '2f aa', { codec: 'mp3' }],
  ['Opus', `91 ${fourCc('Opus')} aa`, { codec: 'opus', kind: 'frame' }],
  ['Speex', 'b0 aa', { codec: 'unsupported' }],
])('hears %s', (_, hex, expected) => {
  expect(readFlvAudio(bytes(hex))).toMatchObject(Object.assign({ data: bytes('aa') }, expected));
});

test('the records of H.264, HEVC and AAC', () => {
  expect(readAvcConfig(bytes('01 64001f ff e1 0002 6764 01 0001 68'))).toEqual({
    units: [bytes('6764'), bytes('68')],
    lengthBytes: 4,
  });
  const hevc = Buffer.concat([Buffer.alloc(21), bytes('03 02 20 0001 0001 40 21 0001 0002 4201')]);
  expect(readHevcConfig(hevc)).toEqual({ units: [bytes('40'), bytes('4201')], lengthBytes: 4 });
  expect(splitLengths(bytes('0001 65 0002 4142'), 2)).toEqual([bytes('65'), bytes('4142')]);
  expect(() => splitLengths(bytes('0009 65'), 2)).toThrow(RangeError);
  expect(readAacConfig(bytes('1190'))).toEqual({ profile: 1, rateIndex: 3, channels: 2 });
  // HE-AAC: 24 kHz, with 48 above it.
  expect(readAacConfig(bytes('2b118800'))).toMatchObject({ profile: 1, rateIndex: 6 });
  expect(adtsFrame({ profile: 1, rateIndex: 3, channels: 2 }, bytes('aabb'))).toEqual(bytes('fff14c80013ffcaabb'));
  expect(() => readAacConfig(bytes('1180'))).toThrow(RangeError);
});
