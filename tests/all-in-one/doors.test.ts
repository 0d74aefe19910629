import path from 'node:path';
import { chromium } from '@playwright/test';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { ApiClient } from '../support/api/api-client';
import { camera, ffmpeg, stopFfmpegs } from '../support/camera/ffmpeg';
import { browserLaunch } from '../support/journeys/browser';
import {
  type Product,
  type ProductEnv,
  productEnv,
  removeDataDir,
  startProduct,
  stopProduct,
} from '../support/product/product';
import { publishCanvas } from '../support/room/canvas-publisher';
import { publishByFfmpeg } from '../support/room/publish-by-ffmpeg';
import { until } from '../support/until';

/* Foreign clients at the doors of the product as `npm start` runs it, all by IPv6. */

const waitMs = 60_000;
let env: ProductEnv;
let product: Product;
let api: ApiClient;
let eventId: string;
let origin: string;

beforeAll(async () => {
  env = Object.assign(await productEnv(), { HOST: '::', GATEWAY_HOST: '::' });
  product = await startProduct(env);
  origin = `http://[::1]:${env.PORT}`;
  const user = { email: 'ada@example.org', password: 'correct horse', first_name: 'Ada', last_name: 'Lovelace' };
  api = await ApiClient.ofNewOrganization(origin, user);
  eventId = (await api.call('POST /events', { body: { event: { name: 'Gala' } } })).id;
}, 90_000);

afterAll(async () => {
  stopFfmpegs();
  await stopProduct(product);
  await removeDataDir(env);
});

const look = async (id: string) => (await api.call('GET /streams/{id}', { params: { id } })).attributes;

/** A camera that is on, with its key. */
async function addCamera(sourceKind: 'srt' | 'rtmp' | 'phone'): Promise<{ id: string; key: string }> {
  const stream = { name: sourceKind, event_id: eventId, source_kind: sourceKind };
  const { id, attributes } = await api.call('POST /streams', { body: { stream } });
  await api.call('POST /streams/{id}/start', { params: { id } });
  await until(`${sourceKind} is on`, async () => (await look(id)).status === 'active', { timeoutMs: waitMs });
  return { id, key: attributes.stream_key };
}

const untilLive = (id: string) =>
  until(
    'a picture arrives',
    async () => {
      const { signal, media } = await look(id);
      return signal === 'live' && media?.video?.codec === 'h264';
    },
    { timeoutMs: waitMs },
  ).catch(async (cause: unknown) => {
    throw new Error(`${cause} ${JSON.stringify(await look(id))} ${product.output().slice(-2_000)}`, { cause });
  });

test('ffmpeg sends by SRT, encrypted and padded with null packets', async () => {
  const { id, key } = await addCamera('srt');
  const secret = { passphrase: 'correct-horse_battery.9' };
  await api.call('PATCH /streams/{id}', { params: { id }, body: { stream: secret } });
  const options = `mode=caller&streamid=${key}&passphrase=${secret.passphrase}&pbkeylen=24`;
  ffmpeg(camera('-muxrate', '2000000', '-f', 'mpegts', `srt://[::1]:${env.SRT_INGEST_PORT}?${options}`));
  await untilLive(id);
}, 120_000);

test('ffmpeg sends by RTMP', async () => {
  const { id, key } = await addCamera('rtmp');
  ffmpeg(camera('-f', 'flv', `rtmp://[::1]:${env.RTMP_PORT}/live/${key}`));
  await untilLive(id);
}, 120_000);

test('Chromium sends by WHIP with what it offers first, and its picture outlives a restart of ICE', async () => {
  const { id, key } = await addCamera('phone');
  const browser = await chromium.launch(await browserLaunch());
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.goto(`${origin}/login`);
  const visit = await publishCanvas(page, `/whip/${key}`);
  expect(visit).toEqual({ published: 201, codecs: ['H264', 'rtx'], restarted: 200, state: 'connected' });
  await untilLive(id);
}, 120_000);

test('ffmpeg’s own muxer sends by WHIP', async () => {
  const { id, key } = await addCamera('phone');
  const file = path.join(env.DATA_DIR, 'whip.mkv');
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=25'];
  const sound = ['-f', 'lavfi', '-i', 'sine=sample_rate=48000'];
  const coded = [
    '-c:v',
    'libx264',
    '-profile:v',
    'baseline',
    '-pix_fmt',
    'yuv420p',
    '-preset',
    'ultrafast',
    '-g',
    '25',
  ];
  const made = ffmpeg([...picture, ...sound, ...coded, '-c:a', 'libopus', '-ac', '2', '-t', '40', file]);
  expect(await made.ended, made.log()).toBe(0);
  const stopped = new AbortController();
  const sending = publishByFfmpeg(file, { url: `${origin}/whip`, key }, stopped.signal);
  const tooShort = sending.then(() => {
    throw new Error('The file ended before its picture came.');
  });
  await Promise.race([untilLive(id), tooShort]);
  stopped.abort();
  await sending;
}, 120_000);

test('live messages come', async () => {
  const socket = new WebSocket(`ws://[::1]:${env.PORT}/cable`, ['actioncable-v1-json'], { origin });
  onTestFinished(() => socket.terminate());
  const first = await new Promise((resolve, reject) => {
    socket.once('message', (data) => resolve(JSON.parse(String(data)).type));
    socket.once('error', reject);
  });
  expect(['welcome', 'disconnect']).toContain(first);
});
