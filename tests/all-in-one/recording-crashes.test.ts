import { readdir, truncate } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BarcodeCamera, startBarcodeCamera } from '../support/camera/barcode-camera';
import { childOf, descendants, outputProcess, untilGone, workerPids } from '../support/product/processes';
import {
  type Product,
  type ProductEnv,
  productEnv,
  removeDataDir,
  startProduct,
  stopProduct,
} from '../support/product/product';
import { longestStepMs, readTimeline } from '../support/recordings/recorded-folder';
import { until } from '../support/until';

/*
 * Each part of the product is killed under a camera that is recorded. The encoder's SRT latency is longer than a gateway is
 * away, so that it sends again what the gateway has missed.
 */

const frameMs = 1_000 / 30;
const camera = { width: 320, height: 180, bitrateKbps: 400, latencyMs: 4_000 };
const timeoutMs = 30_000;

let env: ProductEnv;
let product: Product;
let encoder: BarcodeCamera;
let token: string;
let folder: string;

interface Stream {
  id: string;
  attributes: { status: string; signal: string; stream_key: string; recording: { id: string } | null };
}

async function call<Data>(method: string, target: string, body?: object): Promise<Data> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const address = `http://${env.HOST}:${env.PORT}/api/v1${target}`;
  const answer = await fetch(address, { method, headers, body: body && JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${method} ${target}: ${answer.status} ${await answer.text()}`);
  return answer.status === 204 ? (undefined as Data) : ((await answer.json()) as { data: Data }).data;
}

beforeAll(async () => {
  env = Object.assign(await productEnv(), { LOG_LEVEL: 'info' });
  product = await startProduct(env);
  const user = { email: 'ada@example.org', password: 'correct horse', first_name: 'Ada' };
  await call('POST', '/auth/signup', { organization: { name: 'Northwind' }, user });
  token = (await call<{ token: string }>('POST', '/auth/login', { user })).token;
  const { id: event_id } = await call<{ id: string }>('POST', '/events', { event: { name: 'Gala' } });
  const { id, attributes } = await call<Stream>('POST', '/streams', {
    stream: { name: 'Stage', event_id, protocol: 'srt' },
  });
  const readStream = async () => (await call<Stream>('GET', `/streams/${id}`)).attributes;
  await call('POST', `/streams/${id}/start`);
  const address = `srt://127.0.0.1:${env.SRT_INGEST_PORT}?mode=caller&streamid=${attributes.stream_key}`;
  await until(async () => (await readStream()).status === 'active', { timeoutMs, what: 'a stream that is on' });
  encoder = startBarcodeCamera({ urls: [address], ...camera });
  await until(async () => (await readStream()).signal === 'live', { timeoutMs, what: 'a live camera' });
  await call('POST', `/streams/${id}/recording`);
  folder = path.join(env.DATA_DIR, 'recordings', (await readStream()).recording?.id ?? '');
  await untilRecorded(2);
}, 90_000);

afterAll(async () => {
  encoder.stop();
  await stopProduct(product);
  await removeDataDir(env);
});

const pid = () => product.process.pid ?? 0;
const isReady = async () => (await fetch(`http://${env.HOST}:${env.PORT}/readyz`).catch(() => null))?.status === 200;
const readParts = async () => (await readTimeline(folder).catch(() => ({ parts: [] }))).parts;
const recordedSeconds = async () => (await readParts()).reduce((sum, { durationUs }) => sum + durationUs / 1e6, 0);
/** Waits for so many seconds more. @throws with the product's output where they do not come */
async function untilRecorded(seconds: number): Promise<void> {
  const before = await recordedSeconds();
  const what = `${seconds} s more of a recording`;
  await until(async () => (await recordedSeconds()) > before + seconds, { timeoutMs, what }).catch((cause: unknown) => {
    const lines = product.output().split('\n').slice(-60);
    throw new Error([String(cause), ...lines, encoder.log()].join('\n'), { cause });
  });
}
const countRuns = async () => (await readParts()).filter(({ beginsRun }) => beginsRun).length;

/** Kills a program, and waits until the product is ready again. @returns for how long it was away */
async function killProgram(program: string): Promise<number> {
  const killed = childOf(pid(), program);
  process.kill(killed, 'SIGKILL');
  const killedMs = performance.now();
  await untilGone([killed], timeoutMs);
  await until(() => descendants(pid()).some(({ command }) => command.includes(program)), { timeoutMs, what: program });
  if (program === 'gateway.mjs') await until(isRestored, { timeoutMs, what: 'a gateway with its cameras' });
  await until(isReady, { timeoutMs, what: 'a product that is ready' });
  return performance.now() - killedMs;
}
const isRestored = () => product.output().includes('"router: restored connections after a restart"');

/** Waits until all of now is recorded, which is by the SRT latency behind the camera. */
const untilNowIsRecorded = () => untilRecorded(camera.latencyMs / 1_000 + 2);

test('kill -9 of web server, LiveKit and Postgres loses nothing', async () => {
  for (const program of ['web.mjs', 'livekit-server', 'postgres']) {
    await killProgram(program);
    await untilRecorded(1);
  }
  await untilNowIsRecorded();
  expect(await countRuns()).toBe(1);
  expect(await longestStepMs(folder)).toBeLessThan(1.5 * frameMs);
}, 90_000);

test('kill -9 of the gateway loses nothing that the encoder can send again', async () => {
  const runs = await countRuns();
  const awayMs = await killProgram('gateway.mjs');
  await untilNowIsRecorded();
  // On a machine that is too busy to start it within the SRT latency, the encoder has given some up, or connected again.
  if (awayMs > camera.latencyMs - 1_000) expect(await countRuns()).toBeLessThanOrEqual(runs + 2);
  else {
    expect(await countRuns()).toBe(runs);
    expect(await longestStepMs(folder)).toBeLessThan(1.5 * frameMs);
  }
}, 90_000);

test('a power cut leaves every earlier second, and the recording goes on once there is power', async () => {
  await untilRecorded(2);
  const before = await readParts();
  const runs = await countRuns();
  // A gateway that was killed has left its worker behind.
  const roots = [pid(), ...workerPids(env.DATA_DIR)];
  const pids = [...new Set(roots.flatMap((root) => [root, ...descendants(root).map((row) => row.pid)]))];
  expect(pids).toContain(outputProcess(workerPids(env.DATA_DIR)[0] ?? 0, 'sightline-recorder'));
  for (const victim of pids) kill(victim);
  const endedMs = Date.now();
  await untilGone(pids, timeoutMs);
  // The last write was on its way to the disk.
  const segments = (await readdir(folder)).filter((name) => name.endsWith('.ts')).toSorted();
  const { file = '', from = 0 } = (await readParts()).at(-1) ?? {};
  expect(segments).toContain(file);
  await truncate(path.join(folder, file), from + 1_000);

  product = await startProduct(env);
  const parts = await readParts();
  const [lastWhole] = parts.slice(-2);
  expect(parts.slice(0, before.length - 1).map(({ startUs }) => Math.round(startUs / 1e6))).toEqual(
    before.slice(0, -1).map(({ startUs }) => Math.round(startUs / 1e6)),
  );
  // A second that was not synced, the group that was cut off, and what was still on its way by SRT.
  const lostMs = endedMs - ((lastWhole?.startUs ?? 0) + (lastWhole?.durationUs ?? 0)) / 1_000;
  expect(lostMs).toBeLessThan(camera.latencyMs + 2_500);
  await until(async () => (await countRuns()) === runs + 1, { timeoutMs, what: 'a recording that goes on' });
  await untilRecorded(2);
  expect((await readParts()).length).toBeGreaterThan(before.length);
}, 120_000);

/** Kills a process, which may have ended with its parent. */
function kill(victim: number): void {
  try {
    process.kill(victim, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
