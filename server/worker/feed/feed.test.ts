import { expect, test, vi } from 'vitest';
import { log } from '@/lib/platform/log';
import { Feed, type FeedSubscriber } from './feed';

function recorder() {
  const seen: (string | Buffer)[] = [];
  const subscriber: FeedSubscriber = {
    connected: () => seen.push('connected'),
    message: (message) => seen.push(message),
    lost: () => seen.push('lost'),
  };
  return { seen, subscriber };
}

test('each subscriber gets the very same bytes, for as long as it is subscribed', () => {
  const feed = new Feed(log);
  const [first, second] = [recorder(), recorder()];
  feed.subscribe('first', first.subscriber);
  const unsubscribe = feed.subscribe('second', second.subscriber);
  const messages = [Buffer.from('one'), Buffer.from('two')] as const;
  feed.connected();
  feed.message(messages[0]);
  unsubscribe();
  feed.message(messages[1]);
  feed.lost();
  expect(first.seen).toEqual(['connected', ...messages, 'lost']);
  expect(first.seen[1]).toBe(messages[0]);
  expect(second.seen).toEqual(['connected', messages[0]]);
});

test('one that fails at everything disturbs no other, and fills no log', () => {
  const warn = vi.spyOn(log, 'warn').mockImplementation(() => undefined);
  const feed = new Feed(log);
  const fails = () => {
    throw new Error('disk full');
  };
  const [before, after] = [recorder(), recorder()];
  feed.subscribe('before', before.subscriber);
  feed.subscribe('recorder', { connected: fails, message: fails, lost: fails });
  feed.subscribe('after', after.subscriber);
  feed.connected();
  for (let count = 0; count < 100; count++) feed.message(Buffer.from('packet'));
  feed.lost();
  for (const { seen } of [before, after]) expect(seen).toHaveLength(102);
  expect(warn).toHaveBeenCalledTimes(1);
  expect(warn).toHaveBeenCalledWith(expect.objectContaining({ count: 1 }), 'recorder: failed');
  warn.mockRestore();
});
