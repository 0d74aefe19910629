import { expect, test } from 'vitest';
import { readAmf0 } from './amf0';
import { messageType, type RtmpMessage } from './chunk-stream';
import { RtmpPublisher } from './rtmp-publisher';
import { RtmpSession } from './rtmp-session';

const target = { app: 'live2?backup=1', tcUrl: 'rtmps://server.example:443/live2?backup=1', name: 'key?s_bl=1&s_ml=2' };

/** A publisher and a server that talk to each other in pieces of so many bytes. */
function connect(pieceBytes: number) {
  const media: RtmpMessage[] = [];
  const seen = { publish: null as unknown, isPublishing: false, unpublished: 0 };
  const toServer: Buffer[] = [];
  const toPublisher: Buffer[] = [];
  const publisher = new RtmpPublisher({
    ...target,
    send: (bytes) => toServer.push(Buffer.from(bytes)),
    onPublishing: () => {
      seen.isPublishing = true;
    },
  });
  const server = new RtmpSession({
    maxMessageBytes: 1_000_000,
    send: (bytes) => toPublisher.push(Buffer.from(bytes)),
    onPublish: (publish) => {
      seen.publish = publish;
    },
    onMedia: (message) => media.push(message),
    onUnpublish: () => seen.unpublished++,
  });
  const carry = (queue: Buffer[], add: (bytes: Buffer) => void) => {
    for (const bytes of queue.splice(0)) {
      for (let at = 0; at < bytes.length; at += pieceBytes) add(bytes.subarray(at, at + pieceBytes));
    }
  };
  const talk = () => {
    while (toServer.length + toPublisher.length > 0) {
      carry(toServer, (bytes) => server.addBytes(bytes));
      carry(toPublisher, (bytes) => publisher.addBytes(bytes));
    }
  };
  publisher.start();
  talk();
  return { publisher, server, media, seen, talk };
}

test.each([1, 7, 1_500, 100_000])('publishes to a server that reads and writes pieces of %i bytes', (pieceBytes) => {
  const { publisher, server, media, seen, talk } = connect(pieceBytes);
  expect(seen.publish).toMatchObject(target);
  expect(publisher.isPublishing).toBe(false);
  server.accept();
  talk();
  expect(seen.isPublishing).toBe(true);
  const frame = Buffer.alloc(10_000, 0xc3);
  publisher.sendMetadata({ width: 1280 });
  publisher.sendMedia('video', 40, frame);
  publisher.sendMedia('audio', 0x1_00_00_05, Buffer.from([0xaf, 1, 2]));
  talk();
  expect(media.map(({ type, timestamp, body }) => [type, timestamp, body.length])).toEqual([
    [messageType.dataAmf0, 0, expect.any(Number)],
    [messageType.video, 40, frame.length],
    [messageType.audio, 0x1_00_00_05, 3],
  ]);
  expect(readAmf0(media[0]?.body ?? Buffer.alloc(0))).toEqual(['@setDataFrame', 'onMetaData', { width: 1280 }]);
  expect(media[1]?.body.equals(frame)).toBe(true);
  publisher.unpublish();
  talk();
  expect(seen.unpublished).toBeGreaterThan(0);
});

test('a server that does not take the stream says why', () => {
  const { server, talk } = connect(1_000);
  server.refuse('This key is not known.');
  expect(talk).toThrow('This key is not known.');
});

test('a server that speaks something else is named', () => {
  const publisher = new RtmpPublisher({ ...target, send: () => undefined, onPublishing: () => undefined });
  publisher.start();
  expect(() => publisher.addBytes(Buffer.from('HTTP/1.1 400 Bad Request'))).toThrow('no RTMP');
});
