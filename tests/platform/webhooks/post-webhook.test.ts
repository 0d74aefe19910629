import { describe, expect, test } from 'vitest';
import { postWebhook } from '@/lib/platform/webhooks/post-webhook';
import { closeReceiver, openReceiver } from '../../support/webhooks/receiver';

const post = (url: string, options: Partial<Parameters<typeof postWebhook>[1]> = {}) =>
  postWebhook(url, {
    headers: { 'content-type': 'application/json' },
    body: '{"type":"webhook.test"}',
    allowPrivate: true,
    signal: new AbortController().signal,
    ...options,
  });

describe('a post to an address of a user', () => {
  test('brings the body, and tells what is answered', async () => {
    const receiver = await openReceiver((response) => void response.writeHead(202).end('thanks'));
    const answer = await post(receiver.url);
    expect(answer).toMatchObject({ status: 202, body: 'thanks', error: null });
    expect(receiver.received).toMatchObject([{ body: '{"type":"webhook.test"}' }]);
  });

  test('follows no redirect', async () => {
    const target = await openReceiver();
    const receiver = await openReceiver((response) => void response.writeHead(307, { location: target.url }).end());
    expect(await post(receiver.url)).toMatchObject({ status: 307, error: expect.stringContaining('redirects') });
    expect(target.received).toEqual([]);
  });

  test('reads the beginning of a large answer, and leaves out what a log does not show', async () => {
    const receiver = await openReceiver((response) => {
      response.writeHead(500);
      response.write(`a\u0000b\u001bc\n${'x'.repeat(10_000_000)}`);
      // It never ends.
    });
    const { status, body } = await post(receiver.url);
    expect(status).toBe(500);
    expect(body).toBe(`a\uFFFDb\uFFFDc\n${'x'.repeat(994)}`);
  });

  test('has a time limit, before the answer and during it', async () => {
    const silent = await openReceiver(() => undefined);
    expect(await post(silent.url, { timeoutMs: 100 })).toMatchObject({
      status: null,
      error: 'No answer came in time.',
    });
    const slow = await openReceiver((response) => {
      response.writeHead(200);
      response.write('a');
    });
    expect(await post(slow.url, { timeoutMs: 300 })).toMatchObject({ status: 200, body: 'a' });
  });

  test('says in one sentence why there is no answer', async () => {
    const { url, server } = await openReceiver();
    await closeReceiver(server);
    expect(await post(url)).toMatchObject({
      status: null,
      body: null,
      error: expect.stringMatching(/^Nothing accepts/),
    });
    const resetting = await openReceiver((response) => response.socket?.destroy());
    expect(await post(resetting.url)).toMatchObject({
      status: null,
      error: expect.stringMatching(/^The connection was/),
    });
    const plain = await openReceiver();
    const overTls = plain.url.replace('http:', 'https:');
    expect(await post(overTls)).toMatchObject({ status: null, error: expect.stringMatching(/\.$/) });
  });
});

describe('where private networks are not allowed', () => {
  test.each(['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '2130706433'])('%s is not connected to', async (host) => {
    const receiver = await openReceiver();
    const url = `https://${host}:${receiver.port}/`;
    let connections = 0;
    receiver.server.on('connection', () => connections++);
    expect(await post(url, { allowPrivate: false })).toMatchObject({
      status: null,
      error: expect.stringContaining('not on the internet'),
    });
    expect(connections).toBe(0);
  });

  test.each([
    ['a private address', ['127.0.0.1'], 'not on the internet'],
    ['one among others', ['93.184.216.34', '127.0.0.1'], 'not on the internet'],
    ['an IPv6 address that stands for one', ['::ffff:127.0.0.1'], 'not on the internet'],
    ['no address', [], 'has no address'],
  ])('a name that leads to %s is not connected to', async (_, addresses, sentence) => {
    const receiver = await openReceiver();
    let connections = 0;
    receiver.server.on('connection', () => connections++);
    const url = `https://hooks.example.com:${receiver.port}/`;
    const answer = await post(url, { allowPrivate: false, resolve: async () => addresses });
    expect(answer).toMatchObject({ status: null, error: expect.stringContaining(sentence) });
    expect(connections).toBe(0);
  });

  test('the names of this machine are not looked up', async () => {
    const receiver = await openReceiver();
    const answer = await post(`https://localhost:${receiver.port}/`, { allowPrivate: false, timeoutMs: 5_000 });
    expect(answer.status).toBeNull();
    expect(receiver.received).toEqual([]);
  });
});

test('the connection goes to the address that was checked, whatever the name server says next', async () => {
  const checked = await openReceiver();
  const rebound = await openReceiver(undefined, { host: '127.0.0.2', port: checked.port });
  const answers = [['127.0.0.1'], ['127.0.0.2']];
  let lookups = 0;
  const resolve = async () => answers[Math.min(lookups++, 1)] ?? [];
  const answer = await post(`http://hooks.example.com:${checked.port}/`, { resolve });
  expect(answer.status).toBe(204);
  expect(lookups).toBe(1);
  expect(checked.received).toHaveLength(1);
  expect(rebound.received).toEqual([]);
});
