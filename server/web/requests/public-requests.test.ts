import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { noteAcceptedToken, noteRefusedToken } from '@/lib/http/accepted-tokens';
import { isProbe, isPublic, PublicRequests } from './public-requests';

const nothing = async () => undefined;
const requestOf = (url: string, headers = {}) => Object.assign(new IncomingMessage(new Socket()), { url, headers });

test.each([
  ['/app', undefined, true],
  ['/api/v1/events', undefined, true],
  ['/api/v1/events', 'Bearer made-up', true],
  ['/api/v1/events', 'Bearer any', false],
  ['/api/v1/auth/login', 'Bearer any', true],
  ['/api/v1/auth/login?a=b', 'Bearer any', true],
  ['/api/v1/auth/logi%6e', 'Bearer any', true],
])('%s with the token %s is public: %s', (url, authorization, expected) => {
  noteAcceptedToken('Bearer any');
  expect(isPublic(requestOf(url, { authorization }))).toBe(expected);
});

test('a token that was refused is anybody’s again', () => {
  const request = requestOf('/api/v1/events', { authorization: 'Bearer ended' });
  noteAcceptedToken('Bearer ended');
  expect(isPublic(request)).toBe(false);
  noteRefusedToken('Bearer ended');
  expect(isPublic(request)).toBe(true);
});

test.each([
  ['/healthz', true],
  ['/readyz?verbose', true],
  ['/healthz/more', false],
  ['/app', false],
])('%s is a probe: %s', (url, expected) => expect(isProbe(requestOf(url))).toBe(expected));

test('a network’s public requests are limited, and do not use up another network’s', async () => {
  const requests = new PublicRequests();
  for (let count = 0; count < 600; count++) {
    expect(await requests.answer(`2001:db8::${count.toString(16)}`, nothing)).toBeNull();
  }
  const answered: string[] = [];
  const answer = async () => void answered.push('yes');
  expect(await requests.answer('2001:db8::ffff', answer)).toBeGreaterThan(0);
  expect(answered).toEqual([]);
  expect(await requests.answer('2001:db8:0:100::1', answer)).toBeNull();
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

test('a body that never comes holds nobody’s turn', async () => {
  const requests = new PublicRequests();
  const never = new Promise<void>(() => undefined);
  for (let count = 0; count < 200; count++) void requests.answer('127.0.0.9', nothing, never);
  const startedMs = performance.now();
  for (let count = 0; count < 10; count++) expect(await requests.answer('127.0.0.9', nothing)).toBeNull();
  expect(performance.now() - startedMs).toBeLessThan(400);
});

test('a request that turned out to be a user’s does not count', async () => {
  const requests = new PublicRequests(5);
  for (let count = 0; count < 20; count++) {
    expect(await requests.answer('127.0.0.9', nothing)).toBeNull();
    await requests.forgive('127.0.0.9');
  }
  for (let count = 0; count < 5; count++) expect(await requests.answer('127.0.0.9', nothing)).toBeNull();
  expect(await requests.answer('127.0.0.9', nothing)).toBeGreaterThan(0);
});

test('probes are not limited', async () => {
  const probes = new PublicRequests(Number.MAX_SAFE_INTEGER);
  for (let count = 0; count < 1_000; count++) expect(await probes.answer('127.0.0.9', nothing)).toBeNull();
});

test('the caller handles a failed request', async () => {
  const requests = new PublicRequests();
  await expect(requests.answer('127.0.0.9', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await requests.answer('127.0.0.9', nothing)).toBeNull();
});
