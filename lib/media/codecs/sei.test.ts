import { expect, test } from 'vitest';
import { precisionTimeStampNal, readEncoderName, readEncoderTime, readSeiMessages, type TimingSyntax } from './sei';

const message = (uuid: string, text: string) => ({
  type: 5,
  payload: Buffer.concat([Buffer.from(uuid, 'hex'), Buffer.from(text)]),
});
const x264 = 'dc45e9bde6d948b7962cd820d923eeef';

test.each([
  ['x264', message(x264, 'x264 - core 164 r3095 baee400 - H.264/MPEG-4 AVC codec - Copyleft 2003'), 'x264 core 164'],
  ['a text under another UUID', message('00'.repeat(16), 'x264 - core 164'), null],
  ['a UUID alone', message(x264, ''), null],
  ['a text that is cut', message(x264, 'x264 - co'), null],
  ['another kind of message', { type: 4, payload: message(x264, 'x264 - core 164').payload }, null],
])('%s', (_, given, name) => expect(readEncoderName([{ type: 1, payload: Buffer.alloc(3) }, given])).toBe(name));

const messagesOf = (nal: Buffer) => readSeiMessages(nal.subarray(1));

/** 30 frames a second, counted in fields; two delays of 24 bits. */
const timing: TimingSyntax = { delayBits: 48, offsetBits: 24, unitsInTick: 1, timeScale: 60 };

/** A NAL unit with one message, given as [value, bit count] pairs. */
function sei(type: number, fields: (readonly [value: number, count: number])[]): Buffer {
  const bits = fields.map(([value, count]) => (value >>> 0).toString(2).padStart(32, '0').slice(-count)).join('');
  const bytes = (bits.padEnd(Math.ceil(bits.length / 8) * 8, '0').match(/.{8}/g) ?? []).map((byte) =>
    Number.parseInt(byte, 2),
  );
  const nal: number[] = [6];
  let zeros = 0;
  for (const byte of [type, bytes.length, ...bytes, 0x80]) {
    if (zeros >= 2 && byte <= 3) {
      nal.push(3);
      zeros = 0;
    }
    zeros = byte === 0 ? zeros + 1 : 0;
    nal.push(byte);
  }
  return Buffer.from(nal);
}

const delays = [
  [0, 24],
  [2, 24],
] as const;
const clockTimestamp = (frames: number, time: (readonly [number, number])[]) =>
  [[1, 1], [0, 2], [1, 1], [0, 5], [1, 1], [0, 2], [frames, 8], ...time] as const;
const time = [
  [34, 6],
  [12, 6],
  [20, 5],
] as [number, number][];
const ofDayMs = ((20 * 60 + 12) * 60 + 34) * 1_000;

const stampedMs = 1_764_000_000_123.456;

test.each([
  ['a frame’s ST 12 time', sei(1, [...delays, [0, 4], ...clockTimestamp(15, time), [0, 24]]), ofDayMs + 500],
  ['with an offset', sei(1, [...delays, [0, 4], ...clockTimestamp(15, time), [-6, 24]]), ofDayMs + 400],
  ['the second field’s', sei(1, [...delays, [3, 4], [0, 1], ...clockTimestamp(3, time), [0, 24]]), ofDayMs + 100],
])('picture timing tells when a frame was captured: %s', (_, nal, ms) => {
  expect(readEncoderTime(messagesOf(nal), timing)).toEqual({ ms, isTimeOfDay: true });
});

test('a precision time stamp tells it to the microsecond, and takes precedence over picture timing', () => {
  const nals = [sei(1, [...delays, [0, 4], ...clockTimestamp(15, time), [0, 24]]), precisionTimeStampNal(stampedMs)];
  expect(readEncoderTime(nals.flatMap(messagesOf), timing)).toEqual({
    ms: stampedMs,
    isTimeOfDay: false,
  });
});

test.each([
  ['user data of somebody else', precisionTimeStampNal(stampedMs, Buffer.from('x264 was here :)')), timing],
  ['picture timing that the parameters say nothing of', sei(1, [...delays, [0, 4], ...clockTimestamp(1, time)]), null],
  ['picture timing without a clock', sei(1, [...delays, [0, 4], [0, 1]]), timing],
  ['a reserved picture structure', sei(1, [...delays, [9, 4], ...clockTimestamp(1, time)]), timing],
  [
    'an hour that no day has',
    sei(1, [
      ...delays,
      [0, 4],
      ...clockTimestamp(1, [
        [1, 6],
        [1, 6],
        [24, 5],
      ]),
      [0, 24],
    ]),
    timing,
  ],
  ['a message that is cut short', sei(1, [...delays, [0, 4], [1, 1]]), timing],
  ['a precision time stamp that is cut short', precisionTimeStampNal(stampedMs).subarray(0, 24), timing],
  ['nothing', Buffer.from([6]), timing],
])('no time: %s', (_, nal, syntax) => {
  expect(readEncoderTime(messagesOf(nal), syntax)).toBeNull();
});
