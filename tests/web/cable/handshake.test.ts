import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { encodeToken } from '@/lib/auth/token';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { makeUser } from '../../support/api/factories';
import { identifiers, RawClient, serveCable } from '../../support/cable/cable';
import { tokenProtocol } from '../../support/cable/token-protocol';
import { until } from '../../support/until';

const cable = serveCable({ allowedOrigins: ['https://shows.example.com'] });
const behindProxy = serveCable({ trustedProxyCount: 1 });

const json = 'actioncable-v1-json';

/** The HTTP status of a refusal, or 101. */
async function statusOf(protocols: string[], headers: Record<string, string> = {}, server = cable) {
  const { socket } = RawClient.open(server.url, protocols, headers);
  return Promise.race([
    once(socket, 'open').then(() => 101),
    once(socket, 'unexpected-response').then(([, response]) => (response as { statusCode: number }).statusCode),
  ]);
}

describe('subprotocol', () => {
  test('actioncable-v1-json is chosen, whatever precedes it', async () => {
    const { token } = await makeUser();
    const offered = [tokenProtocol(token), 'actioncable-v1-ext-json', json, 'actioncable-unsupported'];
    const client = RawClient.open(cable.url, offered);
    await once(client.socket, 'open');
    expect(client.socket.protocol).toBe(json);
  });

  test('a client of other protocols gets actioncable-unsupported', async () => {
    const client = RawClient.open(cable.url, ['actioncable-v1-ext-json', 'actioncable-unsupported']);
    await once(client.socket, 'open');
    expect(client.socket.protocol).toBe('actioncable-unsupported');
    expect(await client.ended()).toEqual({ type: 'disconnect', reason: 'invalid_request', reconnect: false });
  });

  test.each([[[]], [['graphql-ws']]])(
    'a client that offers %j is refused, and told what to offer',
    async (protocols) => {
      const { socket } = RawClient.open(cable.url, protocols);
      const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage];
      expect(response.statusCode).toBe(400);
      expect(await text(response)).toContain(`Offer the subprotocol ${json}`);
    },
  );
});

describe('origin', () => {
  test.each([
    ['none, as from programs', {}, 101],
    ['the same host', { origin: 'http://same.example', host: 'same.example' }, 101],
    ['the same host and port', { origin: 'http://same.example:8080', host: 'same.example:8080' }, 101],
    ['the same host, with its default port', { origin: 'https://same.example', host: 'Same.Example:443' }, 101],
    ['a forged forwarded host', { origin: 'https://a.example', 'x-forwarded-host': 'a.example' }, 403],
    ['one of the allowed origins', { origin: 'https://shows.example.com' }, 101],
    ['another host', { origin: 'https://evil.example' }, 403],
    ['another port', { origin: 'http://same.example:81', host: 'same.example' }, 403],
    ['an allowed origin with another scheme', { origin: 'http://shows.example.com' }, 403],
    ['an opaque one', { origin: 'null' }, 403],
  ] as [string, Record<string, string>, number][])('%s', async (_, headers, status) => {
    expect(await statusOf([json], headers)).toBe(status);
  });

  test('the host that a trusted proxy forwards', async () => {
    const headers = { origin: 'https://a.example', 'x-forwarded-host': 'a.example' };
    expect(await statusOf([json], headers, behindProxy)).toBe(101);
    expect(await statusOf([json], { origin: 'https://b.example', 'x-forwarded-host': 'a.example' }, behindProxy)).toBe(
      403,
    );
  });
});

test('a refused connection is closed at once, although the client keeps its side open', async () => {
  const { port } = new URL(cable.url);
  const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true });
  socket.write('GET /cable HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  await once(socket, 'end');
  expect(String(Buffer.concat(chunks))).toMatch(/^HTTP\/1\.1 400 Bad Request\r\nConnection: close\r\n/);
  // A server that still had the connection would take this without complaint.
  socket.on('error', () => undefined);
  await until('the connection is closed', () => socket.errored !== null || !socket.write('more'));
});

describe('authentication', () => {
  test('by a subprotocol', async () => {
    const { token } = await makeUser();
    const client = RawClient.open(cable.url, [json, tokenProtocol(token)]);
    expect(await client.frame(() => true)).toEqual({ type: 'welcome' });
  });

  test('by the query', async () => {
    const { token } = await makeUser();
    const client = RawClient.open(`${cable.url}?token=${token}`, [json]);
    expect(await client.frame(() => true)).toEqual({ type: 'welcome' });
  });

  const refused: [string, () => Promise<string>][] = [
    ['no token', async () => ''],
    ['a garbled token', async () => 'nonsense'],
    [
      'an expired auth session',
      async () => {
        const { actor, token } = await makeUser();
        await db().authSession.update({ where: { id: actor.authSessionId }, data: { expiresAt: new Date(0) } });
        return token;
      },
    ],
    [
      'an auth session that does not exist',
      async () => encodeToken({ ...(await makeUser()).actor, authSessionId: newId() }),
    ],
  ];
  test.each(refused)('%s: accepted only to be told not to reconnect', async (_, makeToken) => {
    const client = RawClient.open(`${cable.url}?token=${await makeToken()}`, [json]);
    expect(await client.ended()).toEqual({ type: 'disconnect', reason: 'unauthorized', reconnect: false });
    expect(client.frames).toHaveLength(1);
  });

  test('commands that arrive before it is done are carried out after the welcome', async () => {
    const { token } = await makeUser();
    const client = RawClient.open(cable.url, [json, tokenProtocol(token)]);
    await once(client.socket, 'open');
    expect(await client.subscribe(identifiers.streams)).toBe('confirm_subscription');
    expect(client.frames[0]).toEqual({ type: 'welcome' });
  });

  test('a client that retries before the answer is answered once, and stays', async () => {
    const { token } = await makeUser();
    const client = RawClient.open(cable.url, [json, tokenProtocol(token)]);
    await once(client.socket, 'open');
    for (let count = 0; count < 2_500; count++) client.send('subscribe', identifiers.streams);
    await client.frame(({ type }) => type === 'confirm_subscription');
    await client.settled();
    expect(client.frames.filter(({ type }) => type === 'confirm_subscription')).toHaveLength(1);
  });
});
