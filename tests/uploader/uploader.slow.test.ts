import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { uploadStatesFile } from '@/lib/contracts/recording-files';
import { storedUploadsSchema, type UploadState } from '@/lib/contracts/recordings';
import { newId } from '@/lib/core/id';
import { parseJson } from '@/lib/core/parse-json';
import { bundlePrograms } from '@/scripts/steps/build.mjs';
import { type Program, startProgram } from '../support/product/program';
import { S3Server } from '../support/storage/s3-server';
import { until } from '../support/until';

/* The program beside a worker in its Pod, on real files and a real S3 server. */

const timeoutMs = 20_000;

let directory: string;
let server: S3Server;
let uploader: Program | undefined;

beforeAll(() => bundlePrograms(), 120_000);

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'sightline-recordings-'));
});

afterEach(async () => {
  uploader?.process.kill('SIGKILL');
  await uploader?.exitCode;
  await server.stop();
  await rm(directory, { recursive: true });
});

async function start(settings: Record<string, string> = {}): Promise<Program> {
  uploader = await startProgram('uploader', { RECORDINGS_DIR: directory, ...server.settings, ...settings });
  return uploader;
}

/** A recording that has one closed segment, and one that is being written. */
async function record(): Promise<string> {
  const id = newId();
  await mkdir(path.join(directory, id));
  for (const [name, text] of [
    ['w-1-000001.ts', 'closed'],
    ['w-1-000002.ts', 'open'],
    ['w-1.jsonl', 'index'],
  ] as const) {
    await writeFile(path.join(directory, id, name), text);
  }
  return id;
}

/** The state that the worker beside it is told. */
async function stateOf(id: string): Promise<UploadState | undefined> {
  const text = await readFile(path.join(directory, uploadStatesFile), 'utf8').catch(() => '');
  return storedUploadsSchema.safeParse(parseJson(text)).data?.[id];
}
const untilFault = (id: string, fault: UploadState['fault']) =>
  until(`the fault is ${fault}`, async () => (await stateOf(id))?.fault === fault, { timeoutMs });
const count = (output: string, sentence: string): number => output.split(sentence).length - 1;

test('trusts a bucket whose certificate is by an authority of one’s own', async () => {
  server = await S3Server.start(true);
  const id = await record();
  const { process: child, exitCode } = await start({ NODE_EXTRA_CA_CERTS: server.authorityFile });
  await until('the closed segment waits', async () => (await stateOf(id))?.waitingBytes === 'open'.length, {
    timeoutMs,
  });
  expect(await server.readObject(`${id}/w-1-000001.ts`)).toBe('closed');
  // Its worker has ended: what it wrote last goes up, too.
  child.kill('SIGTERM');
  expect(await exitCode).toBe(0);
  expect(await server.readObject(`${id}/w-1-000002.ts`)).toBe('open');
});

test('does not trust it without that', async () => {
  server = await S3Server.start(true);
  const id = await record();
  const { output } = await start();
  await untilFault(id, 'bucket_away');
  expect(output()).toContain('unable to verify the first certificate');
  await expect(server.readObject(`${id}/w-1-000001.ts`)).rejects.toThrow('ENOENT');
});

test('a bucket that is away is a line in the log when it goes, and one when it is back', async () => {
  server = await S3Server.start();
  const id = await record();
  const { process: child, output, exitCode } = await start();
  await until('the closed segment waits', async () => (await stateOf(id))?.waitingBytes === 'open'.length, {
    timeoutMs,
  });
  await server.kill();
  await appendFile(path.join(directory, id, 'w-1-000002.ts'), ' and more');
  await untilFault(id, 'bucket_away');
  child.kill('SIGTERM');
  // It tries again meanwhile, and says nothing of it.
  await sleep(5_000);
  expect(child.exitCode).toBeNull();
  await server.restart();
  expect(await exitCode).toBe(0);
  expect(await server.readObject(`${id}/w-1-000002.ts`)).toBe('open and more');
  const text = output();
  expect(count(text, 'the bucket fails; will retry')).toBe(1);
  expect(count(text, 'stays until the bucket has everything')).toBe(1);
  expect(text).toMatch(/"awayMs":\d{4,},"failedCalls":[1-9]\d*,"msg":"recordings: the bucket works again/);
  expect(count(text, 'the bucket works again')).toBe(1);
  expect(count(text, 'everything is in the bucket')).toBe(1);
});
