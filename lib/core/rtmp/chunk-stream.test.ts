import { expect, test } from 'vitest';
import { ChunkReader, messageType, writeMessage } from './chunk-stream';

const limits = { maxMessageBytes: 4_096, maxChunkStreams: 4 };
const read = (bytes: Buffer, step = bytes.length, options = limits) => {
  const reader = new ChunkReader(options);
  const messages = [];
  for (let at = 0; at < bytes.length; at += step) messages.push(...reader.addBytes(bytes.subarray(at, at + step)));
  return messages.map(({ type, timestamp, body }) => [type, timestamp, body.toString('latin1')]);
};
const message = (timestamp: number, text: string, type: number = messageType.audio) => ({
  type,
  timestamp,
  streamId: 1,
  body: Buffer.from(text),
});
const chunk = (hex: string, text = '') =>
  Buffer.concat([Buffer.from(hex.replaceAll(' ', ''), 'hex'), Buffer.from(text)]);
const long = 'a'.repeat(300);
const setChunkSize = (size: string) => chunk(`02 000000 000004 01 00000000 ${size}`);

test.each<[string, Buffer, unknown[]]>([
  ['a message in one chunk', writeMessage(message(5, 'one'), 4, 128), [[8, 5, 'one']]],
  ['a message in three chunks', writeMessage(message(5, long), 4, 128), [[8, 5, long]]],
  ['an extended timestamp', writeMessage(message(0xffffffff, long), 4, 128), [[8, 0xffffffff, long]]],
  [
    'an extended timestamp that the next chunk does not repeat',
    Buffer.concat([
      chunk('04 ffffff 00012c 08 01000000 01000000', 'a'.repeat(128)),
      chunk('c4', 'a'.repeat(128)),
      chunk('c4', 'a'.repeat(44)),
    ]),
    [[8, 0x01000000, long]],
  ],
  [
    'deltas, and a wrap after 49.7 days',
    Buffer.concat([
      writeMessage(message(0xfffffff0, 'a'), 4, 128),
      chunk('44 000020 000001 08', 'b'),
      chunk('84 000001', 'c'),
      chunk('c4', 'd'),
    ]),
    [
      [8, 0xfffffff0, 'a'],
      [8, 0x10, 'b'],
      [8, 0x11, 'c'],
      [8, 0x12, 'd'],
    ],
  ],
  [
    'type 3 after type 0, whose timestamp is the delta',
    Buffer.concat([writeMessage(message(21, 'a'), 4, 128), chunk('c4', 'b')]),
    [
      [8, 21, 'a'],
      [8, 42, 'b'],
    ],
  ],
  [
    'two interleaved chunk streams',
    Buffer.concat([
      chunk('04 000001 000082 08 01000000', 'a'.repeat(128)),
      chunk('06 000002 000001 09 01000000', 'v'),
      chunk('c4', 'aa'),
    ]),
    [
      [9, 2, 'v'],
      [8, 1, 'a'.repeat(130)],
    ],
  ],
  [
    'another chunk size',
    Buffer.concat([setChunkSize('00001000'), writeMessage(message(5, long), 4, 4_096)]),
    [[8, 5, long]],
  ],
  [
    'the largest chunk size',
    Buffer.concat([setChunkSize('7fffffff'), writeMessage(message(5, long), 4, 4_096)]),
    [[8, 5, long]],
  ],
  [
    'an aborted message',
    Buffer.concat([
      chunk('04 000001 000082 08 01000000', 'a'.repeat(128)),
      chunk('02 000000 000004 02 00000000 00000004'),
      chunk('04 000002 000001 08 01000000', 'b'),
    ]),
    [[8, 2, 'b']],
  ],
  ['an empty message', writeMessage(message(1, ''), 4, 128), [[8, 1, '']]],
  ['a chunk stream of two bytes', chunk('00 06 000001 000001 08 01000000', 'a'), [[8, 1, 'a']]],
  ['a chunk stream of three bytes', chunk('01 06 01 000001 000001 08 01000000', 'a'), [[8, 1, 'a']]],
])('%s', (_, bytes, expected) => {
  expect(read(bytes)).toEqual(expected);
  expect(read(bytes, 1)).toEqual(expected);
});

test.each<[string, Buffer, RegExp]>([
  ['a chunk size of 2^31', setChunkSize('80000000'), /chunk size of 2147483648/],
  ['a chunk size of 0', setChunkSize('00000000'), /chunk size of 0/],
  ['a message above the limit', chunk('04 000001 001001 08 01000000'), /4097 bytes/],
  ['a chunk without a header', chunk('c4'), /without a header/],
  ['a cut control message', chunk('02 000000 000001 01 00000000 00'), /is cut/],
  [
    'too many chunk streams',
    Buffer.concat([4, 5, 6, 7, 8].map((id) => writeMessage(message(1, 'a'), id, 128))),
    /too many chunk streams/,
  ],
  [
    'unfinished messages on all of them',
    Buffer.concat([
      setChunkSize('00000fff'),
      ...[4, 5].map((id) => chunk(`0${id} 000001 001000 08 01000000`, 'a'.repeat(4_095))),
    ]),
    /unfinished/,
  ],
])('refuses %s', (_, bytes, message) => {
  expect(() => read(bytes)).toThrow(message);
  expect(() => read(bytes, 7)).toThrow(message);
});
