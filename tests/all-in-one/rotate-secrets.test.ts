import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withClient } from '@/lib/platform/db/with-client';
import { camera, type Ffmpeg, ffmpeg, stopFfmpegs } from '../support/camera/ffmpeg';
import { commandsOf } from '../support/docs/shell-blocks';
import { livekitKeys } from '../support/product/livekit-keys';
import { workerPids } from '../support/product/processes';
import {
  type Product,
  type ProductEnv,
  productEnv,
  removeDataDir,
  startProduct,
  stopProduct,
} from '../support/product/product';
import { RoomViewer } from '../support/room/room-viewer';
import { until } from '../support/until';
import { openReceiver } from '../support/webhooks/receiver';

// Runs the commands of docs/rotate-secrets.md as they are written, beside a camera that is live and people who watch.

const user = { email: 'ada@example.com', password: 'a long password', first_name: 'Ada' };
const [rotate = '', forget = ''] = commandsOf('docs/rotate-secrets.md', 'Where `npm start` or systemd runs everything');

let env: ProductEnv;
let product: Product;

beforeAll(async () => {
  env = await productEnv();
  product = await startProduct(env);
});

afterAll(async () => {
  stopFfmpegs();
  if (product.process.exitCode === null) await stopProduct(product);
  await removeDataDir(env);
});

interface Resource {
  id: string;
  token: string;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the API answers
  attributes: any;
}

async function call(method: string, target: string, bearer: string | null, body?: object): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...(bearer && { authorization: `Bearer ${bearer}` }) };
  return fetch(`http://${env.HOST}:${env.PORT}/api/v1${target}`, {
    method,
    headers,
    body: body && JSON.stringify(body),
  });
}

async function must(method: string, target: string, bearer: string | null, body?: object): Promise<Resource> {
  const response = await call(method, target, bearer, body);
  if (!response.ok) throw new Error(`${method} ${target}: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { data: Resource }).data;
}

const logIn = async (): Promise<string> => (await must('POST', '/auth/login', null, { user })).token;
const statusOf = async (bearer: string): Promise<number> => (await call('GET', '/events', bearer)).status;

/** Runs a command of the page. @returns what it says @throws with it where the exit code is another than 0 */
async function run(command: string): Promise<string> {
  const child = spawn('bash', ['-ec', command], { env: Object.assign({}, process.env, env) });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const exitCode = await new Promise<number | null>((resolve) => child.once('close', resolve));
  if (exitCode !== 0) throw new Error(`${command}: ${output}\n${product.output()}`);
  return output;
}

const secrets = () => JSON.parse(readFileSync(path.join(env.DATA_DIR, 'secrets.json'), 'utf8'));
const canConnect = (password: string, role: string): Promise<boolean> =>
  withClient(`postgresql://${role}:${password}@127.0.0.1:${env.POSTGRES_PORT}/sightline`, async () => true).catch(
    () => false,
  );

/** Switches a camera on that ffmpeg feeds over one SRT connection, which it never opens a second time. */
async function playCamera(token: string, eventId: string): Promise<{ streamId: string; encoder: Ffmpeg }> {
  const stream = { name: 'Camera', event_id: eventId, protocol: 'srt' };
  const { id: streamId, attributes } = await must('POST', '/streams', token, { stream });
  await must('POST', `/streams/${streamId}/start`, token);
  const status = async () => (await must('GET', `/streams/${streamId}`, token)).attributes;
  await until(async () => (await status()).status === 'active', { timeoutMs: 30_000, what: 'an active stream' });
  const address = `srt://127.0.0.1:${env.SRT_INGEST_PORT}?mode=caller&streamid=${attributes.stream_key}`;
  const encoder = ffmpeg(camera('-f', 'mpegts', address));
  await until(async () => (await status()).signal === 'live', { timeoutMs: 30_000, what: 'a live camera' });
  return { streamId, encoder };
}

/** Joins the event's room as a page does, and settles with the first packet of the picture. */
async function watch(token: string, eventId: string): Promise<void> {
  const { livekit_token: roomToken, livekit_url: url } = (await must('GET', `/events/${eventId}`, token)).attributes;
  let hasPicture = false;
  const onRtp = () => {
    hasPicture = true;
  };
  const viewer = await RoomViewer.join({ url, token: roomToken }, { onRtp });
  try {
    await until(() => hasPicture, { timeoutMs: 20_000, what: 'a picture' });
  } finally {
    await viewer.close();
  }
}

test('nobody is signed out and no encoder is cut off, by the commands of the page', async () => {
  await must('POST', '/auth/signup', null, { organization: { name: 'Northwind' }, user });
  const before = await logIn();
  const event = await must('POST', '/events', before, { event: { name: 'Summer' } });
  const apiToken = { name: 'Tool', access: 'read', expires_at: null };
  const tool = (await must('POST', '/api_tokens', before, { api_token: apiToken })).attributes.token;
  const receiver = await openReceiver();
  const webhook = await must('POST', '/webhooks', before, {
    webhook: { url: receiver.url, event_types: ['stream.created'] },
  });
  const { streamId, encoder } = await playCamera(before, event.id);
  const expires_at = new Date(Date.now() + 3_600_000).toISOString();
  const share_link = { name: 'Client', expires_at, password: 'open sesame' };
  const link = await must('POST', `/events/${event.id}/share_links`, before, { share_link });
  const secret = String(link.attributes.path).split('#')[1];
  const openShare = (more: object) => must('POST', '/share', null, { share: { secret, ...more } });
  const { viewer } = (await openShare({ password: 'open sesame' })).attributes;
  const reportKey = await must('GET', '/report_key', null);
  const [worker] = workerPids(env.DATA_DIR);
  const first = secrets();
  await watch(before, event.id);

  /** All that goes on, whichever secret is in use. */
  const expectUnbroken = async (token: string) => {
    expect(await statusOf(token)).toBe(200);
    expect(await statusOf(tool)).toBe(200);
    expect(await must('GET', '/report_key', null)).toEqual(reportKey);
    expect(workerPids(env.DATA_DIR)).toEqual([worker]);
    expect(encoder.child.exitCode, product.output()).toBe(null);
    await until(async () => (await must('GET', `/streams/${streamId}`, token)).attributes.signal === 'live', {
      timeoutMs: 20_000,
      what: 'the camera live',
    });
    await watch(token, event.id);
    const delivered = receiver.received.length;
    await must('POST', `/webhooks/${webhook.id}/test`, token);
    await until(() => receiver.received.length > delivered, { timeoutMs: 10_000, what: 'the webhook' });
  };
  await expectUnbroken(before);

  expect(await run(rotate)).toContain('There are new secrets. Sightline goes on with it.');
  const second = secrets();
  expect(second.former).toMatchObject({ authSecret: first.authSecret });
  expect(livekitKeys(product.process.pid ?? 0)).toMatchObject({ apiKey: second.livekitApiKey });
  await expectUnbroken(before);
  const after = await logIn();
  expect(await canConnect(first.databasePassword, 'sightline')).toBe(false);
  expect(await canConnect(first.postgresPassword, 'postgres')).toBe(false);
  expect(await canConnect(second.databasePassword, 'sightline')).toBe(true);
  const { attributes: shared } = await openShare({ viewer });
  const listed = await call('GET', `/events/${event.id}/share_links`, after);
  expect(await listed.text()).toContain(secret);

  expect(await run(forget)).toContain('The former secrets are forgotten. Sightline goes on with it.');
  expect(await statusOf(before)).toBe(401);
  await expectUnbroken(after);
  expect((await openShare({ viewer: shared.viewer })).attributes.event_name).toBe('Summer');
  expect((await call('POST', '/share', null, { share: { secret, viewer } })).status).toBe(401);
  await expect(run(forget)).rejects.toThrow('There are no former secrets');

  // Rotated while nothing runs: the next start takes that over.
  expect(await stopProduct(product)).toBe(0);
  expect(await run(rotate)).toContain('The next start takes that over.');
  product = await startProduct(env);
  expect(await statusOf(after)).toBe(200);
  expect(await canConnect(secrets().databasePassword, 'sightline')).toBe(true);
}, 180_000);
