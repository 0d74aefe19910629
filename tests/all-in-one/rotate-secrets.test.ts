import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withClient } from '@/lib/platform/db/postgres-connection';
import { ApiClient } from '../support/api/api-client';
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

const as = (token: string | null) => new ApiClient(`http://${env.HOST}:${env.PORT}`, token);
const logIn = async (): Promise<string> => (await as(null).call('POST /auth/login', { body: { user } })).token;
const statusOf = async (token: string) => (await as(token).ask('GET /events')).status;

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
  const stream = { name: 'Camera', event_id: eventId, protocol: 'srt' } as const;
  const { id: streamId, attributes } = await as(token).call('POST /streams', { body: { stream } });
  await as(token).call('POST /streams/{id}/start', { params: { id: streamId } });
  const status = async () => (await as(token).call('GET /streams/{id}', { params: { id: streamId } })).attributes;
  await until('the stream is active', async () => (await status()).status === 'active', { timeoutMs: 30_000 });
  const address = `srt://127.0.0.1:${env.SRT_INGEST_PORT}?mode=caller&streamid=${attributes.stream_key}`;
  const encoder = ffmpeg(camera('-f', 'mpegts', address));
  await until('the camera is live', async () => (await status()).signal === 'live', { timeoutMs: 30_000 });
  return { streamId, encoder };
}

/** Joins the event's room as a page does, and settles with the first packet of the picture. */
async function watch(token: string, eventId: string): Promise<void> {
  const { livekit_token: roomToken, livekit_url: url } = (
    await as(token).call('GET /events/{id}', { params: { id: eventId } })
  ).attributes;
  let hasPicture = false;
  const onRtp = () => {
    hasPicture = true;
  };
  const viewer = await RoomViewer.join({ url, token: roomToken }, { onRtp });
  try {
    await until('the browser shows a picture', () => hasPicture, { timeoutMs: 20_000 });
  } finally {
    await viewer.close();
  }
}

test('nobody is signed out and no encoder is cut off, by the commands of the page', async () => {
  await as(null).call('POST /auth/signup', { body: { organization: { name: 'Northwind' }, user } });
  const before = await logIn();
  const event = await as(before).call('POST /events', { body: { event: { name: 'Summer' } } });
  const apiToken = { name: 'Tool', access: 'read', expires_at: null } as const;
  const tool = (await as(before).call('POST /api_tokens', { body: { api_token: apiToken } })).attributes.token;
  const receiver = await openReceiver();
  const webhook = await as(before).call('POST /webhooks', {
    body: {
      webhook: { url: receiver.url, event_types: ['stream.created'] },
    },
  });
  const { streamId, encoder } = await playCamera(before, event.id);
  const expires_at = new Date(Date.now() + 3_600_000).toISOString();
  const share_link = { name: 'Client', expires_at, password: 'open sesame' };
  const link = await as(before).call('POST /events/{id}/share_links', {
    params: { id: event.id },
    body: { share_link },
  });
  const [, secret = ''] = String(link.attributes.path).split('#');
  const openShare = (more: { password?: string; viewer?: string }) =>
    as(null).call('POST /share', { body: { share: { secret, ...more } } });
  const { viewer } = (await openShare({ password: 'open sesame' })).attributes;
  const reportKey = await as(null).call('GET /report_key');
  const [worker] = workerPids(env.DATA_DIR);
  const first = secrets();
  await watch(before, event.id);

  /** All that goes on, whichever secret is in use. */
  const expectUnbroken = async (token: string) => {
    expect(await statusOf(token)).toBe(200);
    expect(await statusOf(tool)).toBe(200);
    expect(await as(null).call('GET /report_key')).toEqual(reportKey);
    expect(workerPids(env.DATA_DIR)).toEqual([worker]);
    expect(encoder.child.exitCode, product.output()).toBe(null);
    await until(
      'the camera is live',
      async () =>
        (await as(token).call('GET /streams/{id}', { params: { id: streamId } })).attributes.signal === 'live',
      { timeoutMs: 20_000 },
    );
    await watch(token, event.id);
    const delivered = receiver.received.length;
    await as(token).call('POST /webhooks/{id}/test', { params: { id: webhook.id } });
    await until('the webhook is delivered', () => receiver.received.length > delivered, { timeoutMs: 10_000 });
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
  const listed = await as(after).call('GET /events/{id}/share_links', { params: { id: event.id } });
  expect(JSON.stringify(listed)).toContain(secret);

  expect(await run(forget)).toContain('The former secrets are forgotten. Sightline goes on with it.');
  expect(await statusOf(before)).toBe(401);
  await expectUnbroken(after);
  expect((await openShare({ viewer: shared.viewer })).attributes.event_name).toBe('Summer');
  expect((await as(null).ask('POST /share', { body: { share: { secret, viewer } } })).status).toBe(401);
  await expect(run(forget)).rejects.toThrow('There are no former secrets');

  // Rotated while nothing runs: the next start takes that over.
  expect(await stopProduct(product)).toBe(0);
  expect(await run(rotate)).toContain('The next start takes that over.');
  product = await startProduct(env);
  expect(await statusOf(after)).toBe(200);
  expect(await canConnect(secrets().databasePassword, 'sightline')).toBe(true);
}, 180_000);
