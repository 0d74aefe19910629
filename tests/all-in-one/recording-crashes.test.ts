import { readdir, truncate } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiClient } from '../support/api/api-client';
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
let api: ApiClient;
let folder: string;

beforeAll(async () => {
  env = Object.assign(await productEnv(), { LOG_LEVEL: 'info' });
  product = await startProduct(env);
  const user = { email: 'ada@example.org', password: 'correct horse', first_name: 'Ada' };
  api = await ApiClient.ofNewOrganization(`http://${env.HOST}:${env.PORT}`, user);
  const { id: event_id } = await api.call('POST /events', { body: { event: { name: 'Gala' } } });
  const { id, attributes } = await api.call('POST /streams', {
    body: {
      stream: { name: 'Stage', event_id, protocol: 'srt' },
    },
  });
  const readStream = async () => (await api.call('GET /streams/{id}', { params: { id } })).attributes;
  await api.call('POST /streams/{id}/start', { params: { id } });
  const address = `srt://127.0.0.1:${env.SRT_INGEST_PORT}?mode=caller&streamid=${attributes.stream_key}`;
  await until('the stream is active', async () => (await readStream()).status === 'active', { timeoutMs });
  encoder = startBarcodeCamera({ urls: [address], ...camera });
  await until('the camera is live', async () => (await readStream()).signal === 'live', { timeoutMs });
  await api.call('POST /streams/{id}/recording', { params: { id } });
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
  await until(`${seconds} s more are recorded`, async () => (await recordedSeconds()) > before + seconds, {
    timeoutMs,
  }).catch((cause: unknown) => {
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
  await until(`${program} runs again`, () => descendants(pid()).some(({ command }) => command.includes(program)), {
    timeoutMs,
  });
  if (program === 'gateway.mjs') await until('the gateway has its cameras again', isRestored, { timeoutMs });
  await until('the product is ready', isReady, { timeoutMs });
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
  await until('the recording goes on in a run of its own', async () => (await countRuns()) === runs + 1, { timeoutMs });
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
