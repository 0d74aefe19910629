import { expect, test } from 'vitest';
import { type Amf0Value, readAmf0, writeAmf0 } from './amf0';
import { ChunkReader, messageType, writeMessage } from './chunk-stream';
import { type RtmpPublish, RtmpSession } from './rtmp-session';

const handshake = Buffer.concat([Buffer.from([3]), Buffer.alloc(1_536, 7), Buffer.alloc(1_536)]);
const command = (...values: Amf0Value[]) =>
  writeMessage({ type: messageType.commandAmf0, timestamp: 0, streamId: 0, body: writeAmf0(values) }, 3, 128);
const connect = command('connect', 1, { app: 'live', tcUrl: 'rtmp://host/live', capsEx: 1, fourCcList: ['hvc1'] });
const publish = command('publish', 0, null, 'KEY?a=b', 'live');
const frame = writeMessage({ type: messageType.video, timestamp: 40, streamId: 1, body: Buffer.from('frame') }, 4, 128);
const call = Buffer.concat([
  handshake,
  connect,
  command('releaseStream', 2, null, 'KEY'),
  command('FCPublish', 3, null, 'KEY'),
  command('createStream', 4, null),
  publish,
]);

function open(maxMessageBytes = 4_096) {
  const sent: Buffer[] = [];
  const asked: RtmpPublish[] = [];
  const media: string[] = [];
  const session = new RtmpSession({
    maxMessageBytes,
    send: (bytes) => sent.push(bytes),
    onPublish: (one) => asked.push(one),
    onMedia: ({ timestamp, body }) => media.push(`${timestamp} ${body}`),
    onUnpublish: () => media.push('end'),
  });
  /** The commands that it has answered with. */
  const answers = () => {
    const reader = new ChunkReader({ maxMessageBytes: 65_536, maxChunkStreams: 8 });
    const messages = [...reader.addBytes(Buffer.concat(sent).subarray(1 + 2 * 1_536))];
    return messages.filter(({ type }) => type === messageType.commandAmf0).map(({ body }) => readAmf0(body));
  };
  return { session, asked, media, answers };
}

test.each([1, 100, 100_000])('an encoder publishes, in pieces of %i bytes', (step) => {
  const { session, asked, media, answers } = open();
  for (let at = 0; at < call.length; at += step) session.addBytes(call.subarray(at, at + step));
  expect(asked).toEqual([{ app: 'live', tcUrl: 'rtmp://host/live', name: 'KEY?a=b', canReconnect: true }]);
  session.addBytes(frame);
  session.accept();
  session.addBytes(Buffer.concat([frame, command('deleteStream', 5, null, 1)]));
  expect(media).toEqual(['40 frame', 'end']);
  expect(answers().map(([name]) => name)).toEqual([
    '_result',
    '_result',
    'onFCPublish',
    '_result',
    '_result',
    'onStatus',
  ]);
  expect(answers().at(0)?.[3]).toMatchObject({ videoFourCcInfoMap: { hvc1: 4 }, capsEx: 15 });
  expect(answers().at(-1)?.[3]).toMatchObject({ code: 'NetStream.Publish.Start' });
});

test('only an encoder that can is asked to connect again', () => {
  const { session, answers } = open();
  session.requestReconnect();
  expect(answers()).toEqual([]);
  session.addBytes(call);
  session.requestReconnect();
  expect(answers().at(-1)?.[3]).toMatchObject({ code: 'NetConnection.Connect.ReconnectRequest' });
});

test('a refused encoder hears why', () => {
  const { session, answers } = open();
  session.addBytes(call);
  session.refuse('This camera is off.');
  expect(answers().at(-1)?.[3]).toMatchObject({ level: 'error', description: 'This camera is off.' });
});

test.each<[string, Buffer, RegExp]>([
  ['TLS', Buffer.from([0x16, 3, 1]), /TLS/],
  ['HTTP', Buffer.from('GET / HTTP/1.1\r\n'), /version 71/],
  ['a publish before connect', Buffer.concat([handshake, publish]), /misplaced/],
  ['a second connect', Buffer.concat([handshake, connect, connect]), /misplaced/],
  ['a player', Buffer.concat([handshake, connect, command('play', 0, null, 'KEY')]), /play/],
  ['a message that never ends', Buffer.concat([handshake, Buffer.from('0300000000ffff1400000000', 'hex')]), /65535/],
  [
    'half an object',
    Buffer.concat([
      handshake,
      writeMessage({ type: 20, timestamp: 0, streamId: 0, body: Buffer.from('0200016103000161', 'hex') }, 3, 128),
    ]),
    /cut/,
  ],
])('refuses %s', (_, bytes, message) => {
  expect(() => open().session.addBytes(bytes)).toThrow(message);
});

test('AMF0 comes out as it went in, and is never nested too deep', () => {
  const values = [1.5, true, 'text', null, undefined, [1, 'a'], { a: { b: [false] } }];
  expect(readAmf0(writeAmf0(values))).toEqual(values);
  let deep: Amf0Value = 1;
  for (let level = 0; level < 20; level++) deep = [deep];
  expect(() => readAmf0(writeAmf0([deep]))).toThrow(/deep/);
});
