import { TrackSource } from '@livekit/protocol';
import { chromium } from '@playwright/test';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { RTCPeerConnection, RtpHeader, RtpPacket } from 'werift';
import { identityOf } from '@/lib/contracts/participants';
import { mintReceiverToken } from '@/lib/platform/livekit/room-tokens';
import { h264, headerExtensions, midUri, opus, ridUri } from '@/server/worker/livekit/rtp-formats';
import { RtpStream } from '@/server/worker/outputs/room/publish/rtp-stream';
import { headerExtensionId } from '@/server/worker/outputs/room/publish/simulcast-offer';
import type { ApiClient } from '../../support/api/api-client';
import { browserLaunch } from '../../support/journeys/browser';
import { startWebProgram, type WebProgram } from '../../support/product/web-program';
import { listParticipants } from '../../support/room/room-participants';
import { hasAiortc, publishByAiortc, publishFromPage, publishLayers } from '../../support/room/whip-publishers';
import { livekitSettings } from '../../support/servers/livekit-settings';
import { until } from '../../support/until';
import { startWorker } from '../../support/worker/worker-process';

// WHIP by the web program's own port, to a real livekit-server.

const pageOrigin = 'https://shows.example.com';
let web: WebProgram;
let api: ApiClient;
let eventId: string;
const connections: RTCPeerConnection[] = [];

async function addCamera(sourceKind: 'srt' | 'phone'): Promise<{ id: string; key: string }> {
  const stream = { name: 'Camera 1', event_id: eventId, source_kind: sourceKind };
  const { id, attributes } = await api.call('POST /streams', { body: { stream } });
  expect(attributes.source_kind).toBe(sourceKind);
  return { id, key: attributes.stream_key };
}

beforeAll(async () => {
  Object.assign(process.env, livekitSettings());
  web = await startWebProgram({ env: { WHIP_ALLOWED_ORIGINS: pageOrigin } });
  api = await web.signUp();
  eventId = (await api.call('POST /events', { body: { event: { name: 'Gala' } } })).id;
}, 120_000);

afterEach(async () => {
  for (const connection of connections.splice(0)) await connection.close();
});

afterAll(() => web.stop());

const send = (path: string, init: RequestInit = {}) =>
  fetch(
    web.baseUrl + path,
    Object.assign({ method: 'POST', headers: { 'content-type': 'Application/SDP; charset=utf-8' } }, init),
  );

async function offer() {
  const connection = new RTCPeerConnection({
    iceServers: [],
    iceUseIpv6: false,
    iceAdditionalHostAddresses: ['127.0.0.1'],
    codecs: { video: [h264], audio: [opus] },
    headerExtensions,
  });
  connections.push(connection);
  const video = connection.addTransceiver('video', { direction: 'sendonly' });
  connection.addTransceiver('audio', { direction: 'sendonly' });
  await connection.setLocalDescription(await connection.createOffer());
  return { connection, video, sdp: connection.localDescription?.sdp ?? '' };
}

async function senderOf(streamId: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: web.databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query('SELECT sender FROM streams WHERE id = $1', [streamId]);
    return rows[0]?.sender ?? null;
  } finally {
    await client.end();
  }
}

const present = async () => (await listParticipants(eventId)).filter(({ identity }) => identity.startsWith('phone-'));

test('an encoder publishes a phone camera, and ends it', async () => {
  const { id, key } = await addCamera('phone');
  await api.call('POST /streams/{id}/start', { params: { id } });
  const { connection, video, sdp } = await offer();
  const headers = { 'content-type': 'application/sdp', 'user-agent': 'Encoder/2.1 (a make)' };
  const answer = await send(`/whip/${key}`, { body: sdp, headers });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([201, 'application/sdp']);
  const location = answer.headers.get('location') ?? '';
  expect(location).toMatch(new RegExp(`^/whip/${key}/PA_\\w+$`));
  expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  expect(await senderOf(id)).toBe('Encoder');
  await connection.setRemoteDescription({ type: 'answer', sdp: await answer.text() });
  await until('the encoder is connected', () => connection.connectionState === 'connected', { timeoutMs: 15_000 });
  const timer = setInterval(() => {
    const header = new RtpHeader({
      payloadType: 96,
      sequenceNumber: Date.now() & 0xffff,
      timestamp: Date.now() * 90,
      marker: true,
    });
    void video.sender.sendRtp(new RtpPacket(header, Buffer.from([0x65, 0x88, 1, 2])));
  }, 33);
  const phone = await until(
    'the phone’s camera is published',
    async () => (await present()).find(({ tracks }) => tracks.some(({ source }) => source === TrackSource.CAMERA)),
    { timeoutMs: 15_000 },
  );
  clearInterval(timer);
  expect(phone).toMatchObject({ identity: `phone-${id}` });
  expect(phone.permission).toMatchObject({ canPublish: true, canSubscribe: false, canPublishData: false });
  const restart = await send(location, {
    method: 'PATCH',
    headers: { 'content-type': 'application/trickle-ice-sdpfrag', 'if-match': answer.headers.get('etag') ?? '' },
    body: 'a=end-of-candidates\r\n',
  });
  expect(restart.status).toBeLessThan(500);
  expect((await send(location, { method: 'DELETE', headers: {} })).status).toBe(200);
  await until('the phone has left', async () => (await present()).length === 0, { timeoutMs: 15_000 });
});

test('LiveKit is not asked for a camera that is off, one of SRT, or a key that opens nothing', async () => {
  const off = await addCamera('phone');
  const srt = await addCamera('srt');
  const { sdp } = await offer();
  const refusals = await Promise.all(
    [`/whip/${off.key}`, `/whip/${srt.key}`, `/whip/${'x'.repeat(32)}`, '/whip/short', '/whip'].map(async (path) => {
      const answer = await send(path, { body: sdp });
      return [answer.status, (await answer.text()).trim()];
    }),
  );
  expect(refusals).toEqual([
    [409, 'This camera is off. Switch it on, then send again.'],
    [409, 'This camera is sent by SRT. Add a phone camera for WHIP, or use its SRT address.'],
    [404, 'No camera has this key. Copy the WHIP address from the connection details.'],
    [404, 'There is nothing at this address.'],
    [401, 'Put the camera’s key at the end of the address, or into the field Bearer Token.'],
  ]);
  expect(await present()).toEqual([]);
});

test('a camera of an invite is none any more once that is revoked', async () => {
  const expires_at = new Date(Date.now() + 3_600_000).toISOString();
  const invite = await api.call('POST /events/{id}/camera_invites', {
    params: { id: eventId },
    body: { camera_invite: { label: 'Balcony', expires_at } },
  });
  const [, secret = ''] = invite.attributes.path?.split('#') ?? [];
  const { attributes } = await api.call('POST /camera', { body: { camera: { secret, person: 'Grace' } } });
  const { sdp } = await offer();
  expect((await send(attributes.whip_path ?? '', { body: sdp })).status).toBe(201);
  await api.call('DELETE /camera_invites/{id}', { params: { id: invite.id } });
  const refused = await send(attributes.whip_path ?? '', { body: sdp });
  expect([refused.status, (await refused.text()).trim()]).toEqual([
    410,
    'This invite was revoked. Ask the person who sent it for a new one.',
  ]);
});

test('the key may be the bearer token, and the address may end in a slash', async () => {
  const { id, key } = await addCamera('phone');
  await api.call('POST /streams/{id}/start', { params: { id } });
  const authorization = `Bearer ${key}`;
  const headers = { 'content-type': 'application/sdp', authorization };
  const wrong = { 'content-type': 'application/sdp', authorization: `Bearer ${'x'.repeat(32)}` };
  expect((await send('/whip', { body: 'v=0', headers: wrong })).status).toBe(404);
  const answer = await send('/whip', { body: (await offer()).sdp, headers });
  const location = answer.headers.get('location') ?? '';
  expect([answer.status, location]).toEqual([201, expect.stringMatching(/^\/whip\/PA_\w+$/)]);
  expect((await send(location, { method: 'DELETE', headers: {} })).status).toBe(401);
  expect((await send(location, { method: 'DELETE', headers: { authorization } })).status).toBe(200);
  const slashed = await send(`/whip/${key}/`, { body: (await offer()).sdp });
  expect(slashed.status).toBe(201);
  const ended = await send(`${slashed.headers.get('location')}/`, { method: 'DELETE', headers: {} });
  expect(ended.status).toBe(200);
});

test('Chromium publishes with gathered candidates, and with trickled ones and a bearer token', async () => {
  const { id, key } = await addCamera('phone');
  await api.call('POST /streams/{id}/start', { params: { id } });
  const browser = await chromium.launch(await browserLaunch());
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.goto(`${web.baseUrl}/login`);
  const gathered = await publishFromPage(page, { url: `/whip/${key}`, key: '', isTrickled: false });
  expect(gathered).toEqual({ published: 201, trickled: null, state: 'connected', ended: 200 });
  const trickled = await publishFromPage(page, { url: '/whip', key, isTrickled: true });
  expect(trickled).toEqual({ published: 201, trickled: 204, state: 'connected', ended: 200 });
}, 120_000);

/** The SSRCs of a camera's layers in LiveKit, once there is one. */
const layerSsrcs = (streamId: string) =>
  until(
    'a layer is published',
    async () => {
      const camera = (await present()).find(({ identity }) => identity === identityOf('phone', { streamId }));
      const ssrcs = camera?.tracks.flatMap(({ layers }) => layers.map(({ ssrc }) => ssrc)) ?? [];
      return ssrcs.some((ssrc) => ssrc > 0) && ssrcs;
    },
    { timeoutMs: 30_000 },
  );

const end = async (location: string | null) =>
  expect((await send(location ?? '', { method: 'DELETE', headers: {} })).status).toBe(200);

test('Chromium sends the highest of three layers, and a worker shows it', async () => {
  const { id, key } = await addCamera('phone');
  await api.call('POST /streams/{id}/start', { params: { id } });
  const participantIdentity = identityOf('phone', { streamId: id });
  const worker = await startWorker({
    livekitUrl: livekitSettings().LIVEKIT_URL,
    eventId,
    participantIdentity,
    source: { kind: 'room', participantIdentity },
    mintToken: () => mintReceiverToken(eventId, id),
  });
  onTestFinished(() => worker.stop());
  const browser = await chromium.launch(await browserLaunch());
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.goto(`${web.baseUrl}/login`);
  const visit = await publishLayers(page, { url: `/whip/${key}` });
  expect(visit).toMatchObject({ published: 201, simulcast: 'a=simulcast:recv 0;~1;~2' });
  const isLive = () => worker.reports.some(({ signal, media }) => signal === 'live' && media?.video?.codec === 'h264');
  await until('the worker has a picture', isLive, { timeoutMs: 60_000 });
  const sent = await visit.sent();
  expect(Object.keys(sent)).toEqual(['0']);
  expect(await layerSsrcs(id)).toEqual([sent[0]]);
  // On a busy machine the way to the first picture may take several tries.
  const signals = worker.signals();
  expect(signals.slice(signals.indexOf('live')), worker.log()).not.toContain('lost');
  await end(visit.location);
}, 120_000);

test('of an encoder that sends all its layers whatever the answer says, as OBS does, the highest is taken', async () => {
  const { id, key } = await addCamera('phone');
  await api.call('POST /streams/{id}/start', { params: { id } });
  const { connection, video, sdp } = await offer();
  const rids = ['2', '1', '0'];
  const layers = 'a=rid:0 send\r\na=rid:1 send\r\na=rid:2 send\r\na=simulcast:send 0;1;2\r\n';
  const layered = sdp
    .replace(/^a=ssrc.*\r\n/gm, '')
    .replace(/^a=msid:.*\r\n/gm, '')
    .replace(/^a=sendonly\r\n/m, `a=sendonly\r\na=msid:- camera\r\n${layers}`);
  const answer = await send(`/whip/${key}`, { body: layered });
  const answered = await answer.text();
  expect([answer.status, answered.match(/^a=simulcast:.*$/gm)]).toEqual([201, ['a=simulcast:recv 0;~1;~2']]);
  await connection.setRemoteDescription({ type: 'answer', sdp: answered });
  await until('the encoder is connected', () => connection.connectionState === 'connected', { timeoutMs: 15_000 });
  const mid = { id: headerExtensionId(sdp, 'video', midUri) ?? 0, payload: Buffer.from('0') };
  const streams = rids.map((rid, index) => {
    const extensions = [mid, { id: headerExtensionId(sdp, 'video', ridUri) ?? 0, payload: Buffer.from(rid) }];
    const { payloadType, clockRate: clockRateHz } = h264;
    return new RtpStream(video.sender.dtlsTransport, { ssrc: index + 1, payloadType, clockRateHz, extensions });
  });
  // The lowest layer begins.
  const timer = setInterval(() => {
    for (const stream of streams) stream.send([Buffer.from([0x65, 0x88, 1, 2])], Date.now() * 90, null);
  }, 33);
  onTestFinished(() => clearInterval(timer));
  expect(await layerSsrcs(id)).toEqual([streams[2]?.ssrc]);
  await end(answer.headers.get('location'));
}, 60_000);

test('aiortc publishes H.264 alone', async ({ skip }) => {
  skip(!(await hasAiortc()), 'this machine’s Python has no aiortc');
  const { id, key } = await addCamera('phone');
  await api.call('POST /streams/{id}/start', { params: { id } });
  const visit = await publishByAiortc({ url: `${web.baseUrl}/whip/`, key });
  expect(visit).toEqual({ published: 201, trickled: null, state: 'connected', ended: 200 });
});

test('pages of the hosts in WHIP_ALLOWED_ORIGINS may send cameras, and others may not', async () => {
  const { key } = await addCamera('phone');
  const ask = async (method: string, origin: string) => {
    const { headers } = await send(`/whip/${key}`, { method, headers: { origin, 'content-type': 'application/sdp' } });
    const names = ['origin', 'headers', 'methods'].map((name) => headers.get(`access-control-allow-${name}`));
    return [...names, headers.get('access-control-expose-headers')];
  };
  const [allowed, exposed] = [
    'authorization, content-type, if-match',
    'accept-patch, etag, link, location, retry-after',
  ];
  for (const method of ['OPTIONS', 'POST']) {
    expect(await ask(method, pageOrigin)).toEqual([pageOrigin, allowed, 'POST, PATCH, DELETE', exposed]);
    expect(await ask(method, 'https://elsewhere.example')).toEqual([null, null, null, null]);
  }
});

test('a camera’s key ends no other camera’s publication', async () => {
  const [own, other] = [await addCamera('phone'), await addCamera('phone')];
  await api.call('POST /streams/{id}/start', { params: { id: own.id } });
  const answer = await send(`/whip/${own.key}`, { body: (await offer()).sdp });
  const location = answer.headers.get('location') ?? '';
  expect((await send(location.replace(own.key, other.key), { method: 'DELETE', headers: {} })).status).toBe(404);
  const isPresent = ({ identity }: { identity: string }) => identity === identityOf('phone', { streamId: own.id });
  expect((await present()).filter(isPresent)).toHaveLength(1);
  await end(location);
});

test('other methods, offers of another kind and offers without end are refused', async () => {
  const { key, id } = await addCamera('phone');
  await api.call('POST /streams/{id}/start', { params: { id } });
  const options = await send(`/whip/${key}`, { method: 'OPTIONS', headers: { origin: 'https://elsewhere.example' } });
  expect([options.status, options.headers.get('accept-post')]).toEqual([204, 'application/sdp']);
  expect(options.headers.get('allow')).toBe('OPTIONS, POST');
  expect(options.headers.get('access-control-allow-origin')).toBeNull();
  expect((await send(`/whip/${key}`, { method: 'GET', headers: {} })).status).toBe(405);
  expect((await send(`/whip/${key}`, { method: 'DELETE', headers: {} })).status).toBe(405);
  expect((await send(`/whip/${key}`, { body: '{}', headers: { 'content-type': 'application/json' } })).status).toBe(
    415,
  );
  expect((await send(`/whip/${key}`, { body: 'v'.repeat(100_000) })).status).toBe(413);
  expect((await send(`/whip/${key}`, { body: 'nonsense' })).status).toBe(400);
  const vp8 = await send(`/whip/${key}`, { body: (await offer()).sdp.replaceAll('H264', 'VP8') });
  expect([vp8.status, await vp8.text()]).toEqual([422, expect.stringContaining('Choose H.264 as the codec')]);
  expect(web.output()).not.toContain(key);
});

test('guessed keys are counted, and stop even a right one', async () => {
  const { key } = await addCamera('phone');
  const guess = (index: number) => send(`/whip/${String(index).padStart(32, 'y')}`, { body: 'v=0' });
  const statuses: number[] = [];
  for (let index = 0; index < 22; index++) statuses.push((await guess(index)).status);
  expect(statuses.slice(0, 15)).toEqual(Array.from({ length: 15 }, () => 404));
  expect(statuses.at(-1)).toBe(429);
  const answer = await send(`/whip/${key}`, { body: 'v=0' });
  expect([answer.status, answer.headers.has('retry-after')]).toEqual([429, true]);
});
