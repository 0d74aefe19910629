import { expect, test } from 'vitest';
import { RtmpPlayServer, type RtmpPlayServerOptions } from '@/tests/support/camera/rtmp-play-server';
import { messageType, type RtmpMessage } from './chunk-stream';
import { RtmpRefusal } from './rtmp-client';
import { RtmpPlayer } from './rtmp-player';

const start: RtmpPlayServerOptions['status'] = { level: 'status', code: 'NetStream.Play.Start' };

/** A player and a server that talk to each other in pieces of so many bytes. */
function connect(status: RtmpPlayServerOptions['status'], pieceBytes = 1_000) {
  const media: RtmpMessage[] = [];
  const seen = { ends: 0 };
  const toServer: Buffer[] = [];
  const toPlayer: Buffer[] = [];
  const server = new RtmpPlayServer({ send: (bytes) => toPlayer.push(Buffer.from(bytes)), status });
  const player = new RtmpPlayer({
    app: 'live',
    tcUrl: 'rtmp://server.example/live',
    name: 'camera?token=1',
    maxMessageBytes: 1_000_000,
    send: (bytes) => toServer.push(Buffer.from(bytes)),
    onMedia: (message) => media.push(message),
    onEnd: () => seen.ends++,
  });
  const carry = (queue: Buffer[], add: (bytes: Buffer) => void) => {
    for (const bytes of queue.splice(0)) {
      for (let at = 0; at < bytes.length; at += pieceBytes) add(bytes.subarray(at, at + pieceBytes));
    }
  };
  const talk = () => {
    while (toServer.length + toPlayer.length > 0) {
      carry(toServer, (bytes) => server.addBytes(bytes));
      carry(toPlayer, (bytes) => player.addBytes(bytes));
    }
  };
  player.start();
  return { player, server, media, seen, talk };
}

test.each([1, 7, 1_500, 100_000])('plays from a server that reads and writes pieces of %i bytes', (pieceBytes) => {
  const { player, server, media, talk } = connect(start, pieceBytes);
  talk();
  expect(player.isPlaying).toBe(true);
  expect(server.commands).toMatchObject([
    ['connect', 1, { app: 'live', tcUrl: 'rtmp://server.example/live', fourCcList: expect.arrayContaining(['hvc1']) }],
    ['createStream', 4, null],
    ['play', 5, null, 'camera?token=1', -2_000],
  ]);
  const frame = Buffer.alloc(10_000, 0xc3);
  server.sendMessage(messageType.video, frame, 40);
  server.sendMessage(messageType.audio, Buffer.from([0xaf, 1, 2]), 60);
  server.sendMessage(messageType.dataAmf0, Buffer.from([5]));
  // An aggregate of one video tag: head, two bytes, and the back pointer.
  const tag = Buffer.from([9, 0, 0, 2, 0, 0, 9, 0, 0, 0, 0, 0x27, 1, 0, 0, 0, 13]);
  server.sendMessage(messageType.aggregate, tag, 80);
  talk();
  expect(media.map(({ type, timestamp, body }) => [type, timestamp, body.length])).toEqual([
    [messageType.video, 40, frame.length],
    [messageType.audio, 60, 3],
    [messageType.video, 80, 2],
  ]);
});

test('a server hears from its player: pings are answered, and bytes acknowledged', () => {
  const { server, talk } = connect(start);
  talk();
  const window = Buffer.alloc(4);
  window.writeUInt32BE(10_000);
  server.sendMessage(messageType.windowSize, window);
  server.sendMessage(messageType.userControl, Buffer.from([0, 6, 1, 2, 3, 4]));
  server.sendMessage(messageType.video, Buffer.alloc(20_000));
  talk();
  const answers = server.others.map(({ type, body }) => [type, body.toString('hex')]);
  expect(answers).toContainEqual([messageType.userControl, '000701020304']);
  expect(answers.filter(([type]) => type === messageType.acknowledgement).length).toBeGreaterThanOrEqual(2);
});

test('a server that does not play says why, by its code', () => {
  const { talk } = connect({ level: 'error', code: 'NetStream.Play.StreamNotFound', description: 'No such stream.' });
  let thrown: unknown;
  try {
    talk();
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(RtmpRefusal);
  expect(thrown).toMatchObject({ message: 'No such stream.', code: 'NetStream.Play.StreamNotFound' });
});

test('an end of the stream is told', () => {
  const { seen, talk } = connect({ level: 'status', code: 'NetStream.Play.UnpublishNotify' });
  talk();
  expect(seen.ends).toBe(1);
});
