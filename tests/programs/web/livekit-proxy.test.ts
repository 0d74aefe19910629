import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { declarations } from '@/lib/contracts/api/declarations';
import { newId } from '@/lib/core/id';
import { mintShareViewerToken } from '@/lib/platform/livekit/room-tokens';
import { LiveKitSignal } from '@/server/worker/livekit/livekit-signal';
import type { ApiClient } from '../../support/api/api-client';
import { requestHead, TcpPeers } from '../../support/network/tcp-peers';
import { startWebProgram, type WebProgram } from '../../support/product/web-program';
import { livekitSettings } from '../../support/servers/livekit-settings';
import { until } from '../../support/until';

// The web program as the only way to a real livekit-server.

let web: WebProgram;
let api: ApiClient;
let eventId: string;

const readEvent = async () => (await api.call('GET /events/{id}', { params: { id: eventId } })).attributes;

beforeAll(async () => {
  // For tokens as the web program signs them.
  Object.assign(process.env, livekitSettings());
  web = await startWebProgram();
  api = await web.signUp();
  eventId = (await api.call('POST /events', { body: { event: { name: 'Gala' } } })).id;
}, 60_000);

afterAll(() => web.stop());

test('the API names this server as the way to LiveKit, and a room is joined there', async () => {
  const { livekit_url: url, livekit_token: token } = await readEvent();
  expect(url).toBe(`${web.baseUrl.replace('http', 'ws')}/livekit`);
  const { signal, join } = await LiveKitSignal.join(url, token);
  expect(join.room?.name).toBe(`event-${eventId}`);
  // Node warns where a socket has more listeners than a leak would leave alone; this answer comes after the warning.
  await readEvent();
  expect(web.output()).not.toContain('Warning');
  signal.close();
});

test('a token of somebody else’s server opens nothing, and LiveKit’s own reason is passed on', async () => {
  const { livekit_url: url, livekit_token: token } = await readEvent();
  const [header, payload] = token.split('.');
  const forged = `${header}.${payload}.${Buffer.from('forged').toString('base64url')}`;
  await expect(LiveKitSignal.join(url, forged)).rejects.toMatchObject({ name: 'LiveKitRefusal', status: 401 });
  const validate = async (query: string) => {
    const response = await fetch(`${web.baseUrl}/livekit/rtc/v1/validate?${query}`);
    return { status: response.status, text: await response.text() };
  };
  expect(await validate(`access_token=${token}`)).toEqual({
    status: 400,
    text: expect.stringContaining('join_request is required'),
  });
  expect((await validate(`access_token=${forged}`)).status).toBe(401);
});

const shareAnswer = declarations.openShareLink.reply;

test('a share link for one viewer lets one in, whoever else has a token', async () => {
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const made = await api.call('POST /events/{id}/share_links', {
    params: { id: eventId },
    body: { share_link: { name: 'The client', expires_at: expiresAt, max_viewers: 1 } },
  });
  const share = { secret: made.attributes.path?.replace('/share#', '') ?? '' };
  const opened = await Promise.all(Array.from({ length: 6 }, () => api.ask('POST /share', { body: { share } })));
  expect(opened.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  const answer = shareAnswer.parse(await opened.find(({ ok }) => ok)?.json());
  const { livekit_url: url, livekit_token: token } = answer.data.attributes;
  const room = { eventId, linkId: made.id };
  for (let hoarded = 0; hoarded < 5; hoarded++) {
    const refused = LiveKitSignal.join(url, mintShareViewerToken(room, newId()));
    await expect(refused).rejects.toMatchObject({ name: 'LiveKitRefusal', status: 401 });
  }
  const { signal } = await LiveKitSignal.join(url, token ?? '');
  signal.close();
});

test('a web program that ends lets go of its clients at once', async () => {
  const other = await startWebProgram();
  const { livekit_token: token } = await readEvent();
  // Room tokens are LiveKit's: those of one web program are good at another.
  const { signal } = await LiveKitSignal.join(`${other.baseUrl.replace('http', 'ws')}/livekit`, token);
  const closed = new Promise((resolve) => signal.once('closed', resolve));
  await other.stop();
  await closed;
}, 60_000);

describe('LiveKit’s admin API', () => {
  test('is there at LiveKit itself, and not through the web', async () => {
    const path = '/twirp/livekit.RoomService/ListRooms';
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
    const direct = await fetch(inject('servers').livekitUrl.replace('ws', 'http') + path, init);
    expect(direct.status).toBe(401);
    const through = await fetch(`${web.baseUrl}/livekit${path}`, init);
    expect(through.status).toBe(405);
    const peers = new TcpPeers(web.baseUrl);
    for (const target of [`/livekit${path}`, `/livekit/rtc/..${path}`, `/livekit/rtc/%2e%2e${path}`, '/livekit/']) {
      expect(await peers.ask(requestHead(`GET ${target}`, 'Connection: close'))).toMatch(/^HTTP\/1\.1 404 /);
    }
  });
});

test('while LiveKit is away, clients are told so', async () => {
  const alone = await startWebProgram({ env: { LIVEKIT_URL: 'ws://127.0.0.1:1' } });
  const { livekit_token: token } = await readEvent();
  const response = await fetch(`${alone.baseUrl}/livekit/rtc/validate?access_token=${token}`);
  expect(response.status).toBe(502);
  expect(await response.text()).toBe('The media server does not answer. Video comes back as soon as it does.\n');
  await until('the proxy has logged that LiveKit does not answer', () => alone.output().includes('livekit: no answer'));
  expect(alone.output()).not.toContain(token);
  await alone.stop();
}, 60_000);
