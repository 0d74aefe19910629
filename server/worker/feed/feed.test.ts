import { expect, test, vi } from 'vitest';
import { log } from '@/lib/platform/log';
import { Feed, type FeedParser } from './feed';
import type { FeedMessage, FeedSubscriber } from './feed-subscriber';

const inPlace = { policy: 'newest', maxQueuedBytes: 0 } as const;

const maxBitrateKbps = 1_000;

/** A feed whose parser finds no place where a player can begin, unless told to. */
function open(parts: Partial<FeedParser> = {}, now?: () => number): Feed {
  const parser = Object.assign(
    { connected: () => undefined, read: () => null, rewrite: (bytes: Buffer) => bytes, lost: () => undefined },
    parts,
  );
  return new Feed({ parser, maxBitrateKbps, log, onExcessChange: () => undefined, now });
}

function recorder(take: (message: FeedMessage) => void | Promise<void> = () => undefined) {
  const seen: (string | Buffer)[] = [];
  const subscriber: FeedSubscriber = {
    connected: () => void seen.push('connected'),
    message: (message) => {
      seen.push(message.bytes);
      return take(message);
    },
    missed: (bytes) => void seen.push(`missed ${bytes}`),
    lost: () => void seen.push('lost'),
  };
  return { seen, subscriber };
}

test('each subscriber gets the very same bytes while it is subscribed', () => {
  const feed = open();
  const [first, second] = [recorder(), recorder()];
  feed.subscribe('first', first.subscriber, inPlace);
  const unsubscribe = feed.subscribe('second', second.subscriber, inPlace);
  const messages = [Buffer.from('one'), Buffer.from('two')] as const;
  feed.connected();
  feed.addDatagram(messages[0]);
  unsubscribe();
  feed.addDatagram(messages[1]);
  feed.lost();
  expect(first.seen).toEqual(['connected', ...messages, 'lost']);
  expect(first.seen[1]).toBe(messages[0]);
  expect(second.seen).toEqual(['connected', messages[0]]);
});

test('a message says when it arrived, and where in it a player can begin', () => {
  const captured = { ms: 7, clock: 'sent' as const, arrivedMs: 0 };
  const randomAccess = { offset: 188, tables: Buffer.from('tables'), pts: 90_000, captured };
  const feed = open({ read: (bytes) => (bytes.length > 3 ? randomAccess : null) }, () => 42);
  const messages: FeedMessage[] = [];
  feed.subscribe('recorder', recorder((message) => void messages.push(message)).subscriber, inPlace);
  feed.addDatagram(Buffer.from('one'));
  feed.addDatagram(Buffer.from('three'));
  expect(messages.map(({ receivedMs }) => receivedMs)).toEqual([42, 42]);
  expect(messages.map((message) => message.randomAccess)).toEqual([null, randomAccess]);
});

test('a subscriber that always fails disturbs no other, and does not fill the log', () => {
  const warn = vi.spyOn(log, 'warn').mockImplementation(() => undefined);
  const feed = open();
  const fails = () => {
    throw new Error('disk full');
  };
  const [before, after] = [recorder(), recorder()];
  feed.subscribe('before', before.subscriber, inPlace);
  feed.subscribe('recorder', { connected: fails, message: fails, missed: fails, lost: fails }, inPlace);
  feed.subscribe('after', after.subscriber, inPlace);
  feed.connected();
  for (let count = 0; count < 100; count++) feed.addDatagram(Buffer.from('packet'));
  feed.lost();
  for (const { seen } of [before, after]) expect(seen).toHaveLength(102);
  expect(warn).toHaveBeenCalledTimes(1);
  expect(warn).toHaveBeenCalledWith(expect.objectContaining({ count: 1 }), 'recorder: failed');
  warn.mockRestore();
});

test('bytes that the parser cannot read still reach the subscribers', () => {
  const warn = vi.spyOn(log, 'warn').mockImplementation(() => undefined);
  const fails = () => {
    throw new Error('damaged');
  };
  const feed = open({ connected: fails, read: fails, lost: fails });
  const { seen, subscriber } = recorder();
  feed.subscribe('recorder', subscriber, inPlace);
  feed.connected();
  feed.addDatagram(Buffer.from('packet'));
  feed.lost();
  expect(seen).toEqual(['connected', Buffer.from('packet'), 'lost']);
  warn.mockRestore();
});

/** A subscriber that stays busy with each message until told to go on. */
function stalled() {
  let goOn = (): void => undefined;
  const stalling = recorder(
    () =>
      new Promise<void>((resolve) => {
        goOn = resolve;
      }),
  );
  const finish = async () => {
    for (let count = 0; count < 100; count++) {
      goOn();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return Object.assign(stalling, { finish });
}

const packets = Array.from({ length: 10 }, (_, index) => Buffer.from(`packet ${index}`));
const packetBytes = 8;

test('a subscriber that stalls delays no other, and loses nothing within its bound', async () => {
  const feed = open();
  const [slow, quick] = [stalled(), recorder()];
  feed.subscribe('slow', slow.subscriber, { policy: 'lossless', maxQueuedBytes: 9 * packetBytes });
  feed.subscribe('quick', quick.subscriber, inPlace);
  feed.connected();
  for (const packet of packets) feed.addDatagram(packet);
  feed.lost();
  expect(quick.seen).toEqual(['connected', ...packets, 'lost']);
  expect(slow.seen).toEqual(['connected', packets[0]]);
  await slow.finish();
  expect(slow.seen).toEqual(['connected', ...packets, 'lost']);
});

test('beyond its bound a lossless subscriber learns how much it has missed, and where', async () => {
  const feed = open();
  const slow = stalled();
  feed.subscribe('slow', slow.subscriber, { policy: 'lossless', maxQueuedBytes: 4 * packetBytes });
  for (const packet of packets) feed.addDatagram(packet);
  feed.lost();
  await slow.finish();
  expect(slow.seen).toEqual([...packets.slice(0, 5), `missed ${5 * packetBytes}`, 'lost']);
});

test('beyond its bound a live subscriber continues with new messages', async () => {
  const feed = open();
  const slow = stalled();
  feed.subscribe('slow', slow.subscriber, { policy: 'newest', maxQueuedBytes: 4 * packetBytes });
  for (const packet of packets) feed.addDatagram(packet);
  await slow.finish();
  expect(slow.seen).toEqual([packets[0], `missed ${8 * packetBytes}`, packets[9]]);
});

test('a camera beyond the bitrate limit is lost until it is within it', () => {
  const warn = vi.spyOn(log, 'warn').mockImplementation(() => undefined);
  let nowMs = 0;
  const feed = open({}, () => nowMs);
  const { seen, subscriber } = recorder();
  feed.subscribe('recorder', subscriber, inPlace);
  feed.connected();
  const kilobit = Buffer.alloc(125);
  const send = (kbps: number) => {
    for (let sent = 0; sent < kbps; sent++) feed.addDatagram(kilobit);
    nowMs += 1_000;
  };
  send(900);
  expect(feed.excess).toBeNull();
  expect(seen).toHaveLength(901);
  send(3_000);
  expect(feed.excess).toEqual({ kind: 'bitrate', kbps: expect.any(Number), mostKbps: maxBitrateKbps });
  expect(seen.at(-1)).toBe('lost');
  send(500);
  send(500);
  expect(feed.excess).toBeNull();
  expect(seen.slice(-501)).toEqual(['connected', ...Array(500).fill(kilobit)]);
  send(3_000);
  const count = seen.length;
  feed.lost();
  expect(feed.excess).toBeNull();
  // It was lost for them before.
  expect(seen).toHaveLength(count);
  warn.mockRestore();
});
