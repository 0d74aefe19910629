import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { importChunkBytes } from '@/lib/contracts/limits';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { databaseEnv } from '@/lib/platform/env/database-env';
import { importBucket, importsFolder } from '@/lib/platform/storage/import-store';
import { openRecordingBucket } from '@/lib/platform/storage/open-recording-storage';
import { recordingsFolder } from '@/lib/platform/storage/recording-store';
import { getTimeline } from '@/lib/use-cases/recordings/get-timeline';
import { bundlePrograms } from '@/scripts/steps/build.mjs';
import { makeEvent, makeUser } from '../support/api/factories';
import { startProgram } from '../support/product/program';
import { uploadFile } from '../support/recordings/upload-file';
import { S3Server } from '../support/storage/s3-server';
import { until } from '../support/until';

const seconds = 3;
const timeoutMs = 60_000;

let server: S3Server;

beforeAll(async () => {
  await bundlePrograms();
  server = await S3Server.start();
  // This file's process has read no settings yet.
  Object.assign(process.env, server.settings);
}, 120_000);
afterAll(() => server.stop());

/** A bucket that refuses each read of a chunk once. @returns its address */
async function busyBucket(): Promise<string> {
  const seen = new Set<string>();
  const target = new URL(server.settings.RECORDINGS_S3_ENDPOINT);
  const proxy = createServer((incoming, response) => {
    const { method, url = '', headers } = incoming;
    const call = `${method} ${url} ${headers.range}`;
    if (url.includes('chunk-') && method === 'GET' && !seen.has(call)) {
      seen.add(call);
      incoming.resume();
      response.writeHead(503).end();
      return;
    }
    const onward = request({ host: target.hostname, port: target.port, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    incoming.pipe(onward);
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

/** A film of more than one chunk. */
async function film(): Promise<Buffer> {
  const file = path.join(tmpdir(), `${newId()}.mp4`);
  const picture = ['-f', 'lavfi', '-i', `testsrc2=size=640x360:rate=25:duration=${seconds},noise=alls=60:allf=t`];
  const encoded = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '25', '-b:v', '6M'];
  await promisify(execFile)('ffmpeg', ['-v', 'error', ...picture, ...encoded, file]);
  try {
    return await readFile(file);
  } finally {
    await rm(file);
  }
}

test('with a busy bucket, an upload waits there in pieces, and its recording goes there', {
  timeout: 120_000,
}, async () => {
  const { actor } = await makeUser();
  const { id: eventId } = await makeEvent(actor);
  const bytes = await film();
  expect(bytes.length).toBeGreaterThan(importChunkBytes);
  const id = await uploadFile(actor, eventId, bytes, 'Opening.mp4');
  expect((await importBucket()?.list(id))?.size).toBe(Math.ceil(bytes.length / importChunkBytes));

  const settings = { DATABASE_URL: databaseEnv().DATABASE_URL, RECORDINGS_DIR: recordingsFolder() };
  const exporter = await startProgram(
    'exporter',
    Object.assign(settings, server.settings, { RECORDINGS_S3_ENDPOINT: await busyBucket() }),
  );
  onTestFinished(async () => {
    exporter.process.kill('SIGKILL');
    await exporter.exitCode;
  });
  const row = () => db().recordingImport.findUniqueOrThrow({ where: { id } });
  await until('the upload has ended', async () => ['done', 'failed'].includes((await row()).status), { timeoutMs });
  expect(await row()).toMatchObject({ status: 'done', fault: null });

  const files = [...((await openRecordingBucket()?.list(id)) ?? new Map()).keys()];
  expect(files.some((name) => name.endsWith('.ts'))).toBe(true);
  const { parts } = await getTimeline(actor, id);
  expect(parts.length).toBeGreaterThan(0);
  await until('its pieces are gone', async () => (await importBucket()?.list(id))?.size === 0, { timeoutMs });
  const left = await Promise.all(
    [importsFolder(), recordingsFolder()].map((folder) => readdir(folder).catch(() => [])),
  );
  expect(left.flat().filter((name) => name === id)).toEqual([]);
});
