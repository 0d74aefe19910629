import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { isPublic, PublicRequests } from './public-requests';

const nothing = async () => undefined;

test.each([
  ['/app', undefined, true],
  ['/api/v1/events', undefined, true],
  ['/api/v1/events', 'Bearer any', false],
  ['/api/v1/auth/login', 'Bearer any', true],
  ['/api/v1/auth/login?a=b', 'Bearer any', true],
  ['/api/v1/auth/logi%6e', 'Bearer any', true],
])('%s with the token %s is public: %s', (url, authorization, expected) => {
  const request = Object.assign(new IncomingMessage(new Socket()), { url, headers: { authorization } });
  expect(isPublic(request)).toBe(expected);
});

test('a network’s public requests are limited, and do not use up another network’s', async () => {
  const requests = new PublicRequests();
  for (let count = 0; count < 600; count++) {
    expect(await requests.answer(`2001:db8::${count.toString(16)}`, nothing)).toBeNull();
  }
  const answered: string[] = [];
  const answer = async () => void answered.push('yes');
  expect(await requests.answer('2001:db8::ffff', answer)).toBeGreaterThan(0);
  expect(answered).toEqual([]);
  expect(await requests.answer('2001:db8:0:1::1', answer)).toBeNull();
  expect(answered).toEqual(['yes']);
});

test('two of a network’s requests run at once, and other networks do not wait for them', async () => {
  const requests = new PublicRequests();
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<void>((resolve) => void ends.push(resolve));
  };
  const flood = Array.from({ length: 50 }, (_, index) => requests.answer('127.0.0.9', work(`flood ${index}`)));
  await expect.poll(() => begun).toEqual(['flood 0', 'flood 1']);
  await requests.answer('127.0.0.1', async () => void begun.push('other'));
  expect(begun).toEqual(['flood 0', 'flood 1', 'other']);
  for (let done = 0; done < 50; done++) {
    await expect.poll(() => ends.length, { interval: 1 }).toBeGreaterThan(done);
    ends[done]?.();
  }
  expect(await Promise.all(flood)).toEqual(Array(50).fill(null));
});

test('a slow reader gives up the turn, and still gets the answer', async () => {
  const requests = new PublicRequests();
  const read: string[] = [];
  const readSlowly = () => sleep(2_000).then(() => void read.push('slowly'));
  const slow = [1, 2].map(() => requests.answer('127.0.0.9', readSlowly));
  expect(await requests.answer('127.0.0.9', nothing)).toBeNull();
  expect(read).toEqual([]);
  expect(await Promise.all(slow)).toEqual([null, null]);
  expect(read).toEqual(['slowly', 'slowly']);
});

test('the caller handles a failed request', async () => {
  const requests = new PublicRequests();
  await expect(requests.answer('127.0.0.9', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await requests.answer('127.0.0.9', nothing)).toBeNull();
});
