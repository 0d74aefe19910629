import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { appendFile, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { UploadState } from '@/lib/contracts/recordings';
import { newId } from '@/lib/core/id';
import { Bucket, BucketError } from '@/lib/platform/storage/bucket';
import { BucketStorage } from '@/lib/platform/storage/bucket-storage';
import { FolderStorage } from '@/lib/platform/storage/folder-storage';
import { JoinedStorage } from '@/lib/platform/storage/joined-storage';
import type { RecordingStorage } from '@/lib/platform/storage/recording-storage';
import { RecordingUploader } from '@/lib/platform/storage/recording-uploader';
import { S3Server } from '../../support/storage/s3-server';
import { until } from '../../support/until';

const timeoutMs = 20_000;

let server: S3Server;
let directory: string;
let bucket: BucketStorage;
let ended: Set<string>;
let stopUploader: (() => Promise<void>) | undefined;

beforeEach(async () => {
  server = await S3Server.start();
  directory = await mkdtemp(path.join(tmpdir(), 'sightline-recordings-'));
  bucket = new BucketStorage(new Bucket(server.options), 'shows/');
  ended = new Set();
});

afterEach(async () => {
  await stopUploader?.();
  stopUploader = undefined;
  await server.stop();
  await rm(directory, { recursive: true, force: true });
});

const findRecordings = async (ids: string[]) => new Map(ids.map((id) => [id, { isEnded: ended.has(id) }] as const));

/** An uploader that works until the test ends. */
function startUploader(keptMs?: number) {
  const uploader = new RecordingUploader({ directory, bucket, findRecordings, keptMs });
  const stopping = new AbortController();
  const repeat = async (work: () => Promise<unknown>) => {
    while (!stopping.signal.aborted) {
      await work();
      await sleep(200);
    }
  };
  const running = [repeat(() => uploader.run(stopping.signal)), repeat(() => uploader.check())];
  stopUploader = async () => {
    stopping.abort();
    await Promise.all(running);
  };
  const stateOf = (id: string): UploadState | undefined => uploader.states?.get(id);
  return {
    stateOf,
    untilWaiting: (id: string, bytes: number) =>
      until(`${bytes} bytes wait for the bucket`, () => stateOf(id)?.waitingBytes === bytes, { timeoutMs }),
    stop: stopUploader,
  };
}

const write = (id: string, name: string, text: string) => writeFile(path.join(directory, id, name), text);
async function makeRecording(): Promise<string> {
  const id = newId();
  await mkdir(path.join(directory, id));
  return id;
}
const namesOf = async (storage: RecordingStorage, id: string) => [...(await storage.list(id)).keys()].toSorted();
async function textOf(storage: RecordingStorage, id: string, name: string, from: number, to: number): Promise<string> {
  const bytes: Buffer[] = [];
  for await (const chunk of storage.read(id, name, from, to)) bytes.push(chunk);
  return Buffer.concat(bytes).toString();
}

test('closed segments and the index go into the bucket, and what is written at present stays', async () => {
  const id = await makeRecording();
  await write(id, 'w-1-000001.ts', '0123456789');
  await write(id, 'w-1-000002.ts', 'open');
  await write(id, 'w-1.jsonl', 'index');
  const uploader = startUploader();
  await uploader.untilWaiting(id, 'open'.length);
  expect(await namesOf(bucket, id)).toEqual(['w-1-000001.ts', 'w-1.jsonl']);
  expect(await textOf(bucket, id, 'w-1-000001.ts', 3, 6)).toBe('345');
  expect((await bucket.readWhole(id, 'w-1.jsonl'))?.toString()).toBe('index');
  expect(await bucket.readWhole(id, 'w-2.jsonl')).toBeNull();

  // The index goes up again, once another segment is closed.
  await appendFile(path.join(directory, id, 'w-1.jsonl'), ' and more');
  await write(id, 'w-1-000003.ts', 'latest');
  await uploader.untilWaiting(id, 'latest'.length);
  expect(await textOf(bucket, id, 'w-1.jsonl', 0, 14)).toBe('index and more');

  ended.add(id);
  await uploader.untilWaiting(id, 0);
  await uploader.stop();
  expect(await namesOf(bucket, id)).toHaveLength(4);
  expect(await readdir(path.join(directory, id))).toHaveLength(4);
  await bucket.remove(id);
  expect(await namesOf(bucket, id)).toEqual([]);
});

test('a bucket that is away is named within five seconds, loses nothing, and gets everything once it is back', async () => {
  const id = await makeRecording();
  await write(id, 'w-1-000001.ts', 'first');
  await write(id, 'w-1-000002.ts', 'second');
  const uploader = startUploader();
  await uploader.untilWaiting(id, 'second'.length);
  for (const [leave, comeBack] of [
    [() => server.kill(), () => server.restart()],
    [() => server.suspend(), () => server.resume()],
  ] as const) {
    await leave();
    const leftMs = performance.now();
    await until('the bucket is said to be away', () => uploader.stateOf(id)?.fault === 'bucket_away', { timeoutMs });
    expect(performance.now() - leftMs).toBeLessThan(5_000);
    await comeBack();
    await until('the fault is gone', () => uploader.stateOf(id)?.fault === null, { timeoutMs });
  }
  await server.kill();
  await write(id, 'w-1-000003.ts', 'third');
  await until('the bucket is said to be away', () => uploader.stateOf(id)?.fault === 'bucket_away', { timeoutMs });
  expect(uploader.stateOf(id)?.waitingBytes).toBe('secondthird'.length);
  await server.restart();
  await uploader.untilWaiting(id, 'third'.length);
  await uploader.stop();
  expect(await textOf(bucket, id, 'w-1-000002.ts', 0, 6)).toBe('second');
});

test('a bucket that answers and takes nothing is in trouble until it takes something', async () => {
  class Refusing extends BucketStorage {
    isFull = true;
    override store(...upload: Parameters<BucketStorage['store']>): Promise<void> {
      return this.isFull ? Promise.reject(new BucketError('Full', 403)) : super.store(...upload);
    }
  }
  const refusing = new Refusing(new Bucket(server.options), 'shows/');
  bucket = refusing;
  const id = await makeRecording();
  ended.add(id);
  await write(id, 'w-1-000001.ts', 'whole');
  const uploader = startUploader();
  await until('the bucket is said to refuse', () => uploader.stateOf(id)?.fault === 'bucket_refuses', { timeoutMs });
  // Looking at the bucket says nothing else meanwhile.
  const seen = new Set();
  for (let round = 0; round < 100; round++) {
    seen.add(uploader.stateOf(id)?.fault);
    await sleep(20);
  }
  expect([...seen]).toEqual(['bucket_refuses']);
  refusing.isFull = false;
  await uploader.untilWaiting(id, 0);
  await until('the fault is gone', () => uploader.stateOf(id)?.fault === null, { timeoutMs });
});

test('after a restart the bucket’s list says what is missing', async () => {
  const id = await makeRecording();
  ended.add(id);
  await write(id, 'w-1-000001.ts', 'whole');
  await write(id, 'w-1-000002.ts', 'cut off');
  await bucket.store(id, 'w-1-000001.ts', new Blob(['there']), 'UNSIGNED-PAYLOAD');
  await bucket.store(id, 'w-1-000002.ts', new Blob(['cut']), 'UNSIGNED-PAYLOAD');
  const uploader = startUploader();
  await uploader.untilWaiting(id, 0);
  await uploader.stop();
  expect(await textOf(bucket, id, 'w-1-000002.ts', 0, 7)).toBe('cut off');
  // A file that the bucket lists at its size is not sent again.
  expect(await textOf(bucket, id, 'w-1-000001.ts', 0, 5)).toBe('there');
});

test('files leave the disk once the bucket lists them; of a recording that goes on, the index stays', async () => {
  const [running, over] = [await makeRecording(), await makeRecording()];
  ended.add(over);
  const old = new Date(Date.now() - 60_000);
  for (const id of [running, over]) {
    for (const name of ['w-1-000001.ts', 'w-1-000002.ts', 'w-1.jsonl']) {
      await write(id, name, name);
      await utimes(path.join(directory, id, name), old, old);
    }
  }
  const uploader = startUploader(30_000);
  await until('the files have left the disk', async () => !(await readdir(directory)).includes(over), { timeoutMs });
  await uploader.stop();
  expect(await readdir(path.join(directory, running))).toEqual(['w-1-000002.ts', 'w-1.jsonl']);
  const joined = new JoinedStorage(new FolderStorage(directory), bucket);
  for (const id of [running, over]) {
    expect(await namesOf(joined, id)).toEqual(['w-1-000001.ts', 'w-1-000002.ts', 'w-1.jsonl']);
    expect(await textOf(joined, id, 'w-1-000001.ts', 4, 10)).toBe('000001');
  }
});

test('what is on the disk plays while the bucket is away', async () => {
  const id = await makeRecording();
  await write(id, 'w-1-000001.ts', 'here');
  await server.kill();
  const joined = new JoinedStorage(new FolderStorage(directory), bucket);
  expect(await namesOf(joined, id)).toEqual(['w-1-000001.ts']);
  expect(await textOf(joined, id, 'w-1-000001.ts', 0, 4)).toBe('here');
  await expect(joined.list(newId())).rejects.toMatchObject({ code: 'unavailable' });
});

test('a bucket that refuses is no bucket that is away', async () => {
  const refused = (options: object) =>
    new Bucket({ ...server.options, ...options }).list('').catch((error: BucketError) => error);
  expect(await refused({ secretAccessKey: 'wrong' })).toMatchObject({ status: 403, isAway: false });
  expect(await refused({ bucket: 'missing' })).toMatchObject({ status: 404, isAway: false });
  await server.kill();
  expect(await refused({})).toMatchObject({ status: null, isAway: true });
});

test('a certificate that this machine does not trust is named', async () => {
  const https = await S3Server.start(true);
  const refused = await new Bucket(https.options).check().catch((error: BucketError) => error);
  expect(refused).toMatchObject({ isAway: true, certificateFault: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' });
  await https.stop();
  await server.kill();
  const away = await new Bucket(server.options).check().catch((error: BucketError) => error);
  expect(away).toMatchObject({ isAway: true, certificateFault: null });
});

test('a large object goes up in parts, and one that fails leaves none of them', async () => {
  const id = newId();
  // More than two parts, the last of them short.
  const bytes = randomBytes(40 * 1024 * 1024);
  await bucket.storeLarge(id, 'Gala 18-30.mp4', new Blob([bytes]));
  const read: Buffer[] = [];
  for await (const chunk of bucket.read(id, 'Gala 18-30.mp4', 0, bytes.length)) read.push(chunk);
  expect(Buffer.concat(read).equals(bytes)).toBe(true);
  await bucket.storeLarge(id, 'empty.otio', new Blob([]));
  expect([...(await bucket.list(id))].map(([name, { sizeBytes }]) => [name, sizeBytes])).toEqual([
    ['Gala 18-30.mp4', bytes.length],
    ['empty.otio', 0],
  ]);
  expect(await bucket.removeOlder(Date.now() - 60_000)).toBe(0);
  expect(await bucket.removeOlder(Date.now() + 60_000)).toBe(2);
  await server.stop();
  await expect(bucket.storeLarge(id, 'late.mp4', new Blob([bytes]))).rejects.toThrow(BucketError);
}, 40_000);

test('an answer that breaks off, or of which no more comes, is a bucket that is away', async () => {
  let isSilent = false;
  const half = createServer((_, response) => {
    response.writeHead(200, { 'content-length': 1_000 }).write('<ListBucketResult>');
    if (!isSilent) setImmediate(() => response.destroy());
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    half.closeAllConnections();
    half.close();
  });
  await once(half, 'listening');
  const { port } = half.address() as AddressInfo;
  const away = new Bucket({ ...server.options, endpoint: `http://127.0.0.1:${port}` });
  for (isSilent of [false, true]) {
    await expect(away.list('')).rejects.toMatchObject({ name: 'BucketError', isAway: true });
    await expect(away.getWhole('one')).rejects.toMatchObject({ name: 'BucketError', isAway: true });
  }
}, 30_000);

test('a bucket that closes while a player reads slowly ends no process, and the object is whole', async () => {
  const [first, rest] = [Buffer.alloc(1_000, 'a'), Buffer.alloc(64 * 1024, 'b')];
  const hasty = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      const length = first.length + rest.length;
      socket.write(`HTTP/1.1 206 Partial Content\r\ncontent-length: ${length}\r\nconnection: close\r\n\r\n`);
      socket.write(first);
    });
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void hasty.close());
  await once(hasty, 'listening');
  const { port } = hasty.address() as AddressInfo;
  const called = once(hasty, 'connection') as Promise<[Socket]>;
  const reading = new Bucket({ ...server.options, endpoint: `http://127.0.0.1:${port}` }).get('film', 0, 65_000);
  const chunks = [(await reading.next()).value];
  const [socket] = await called;
  socket.end(rest);
  await once(socket, 'close');
  for await (const chunk of reading) chunks.push(chunk);
  expect(Buffer.concat(chunks.flatMap((chunk) => chunk ?? [])).equals(Buffer.concat([first, rest]))).toBe(true);
});
