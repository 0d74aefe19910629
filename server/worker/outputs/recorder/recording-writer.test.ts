import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readRecordingLines } from '@/lib/contracts/recording-index';
import { RecordingWriter } from './recording-writer';
import type { KeyframeNote } from './segment-cutter';

let folder: string;
let failures: string[];
beforeEach(async () => {
  failures = [];
  folder = await mkdtemp(path.join(tmpdir(), 'recording-writer-'));
});
afterEach(() => rm(folder, { recursive: true }));

const open = (freePercent = 50) =>
  new RecordingWriter({
    folder,
    name: 'worker-1',
    onFailure: (error) => failures.push(String(error)),
    readFreeSpace: async () => ({ percent: freePercent, bytes: freePercent * 1e9 }),
  });
const keyframeAt = (seconds: number, at = 0): { note: KeyframeNote; at: number } => ({
  note: { pts: seconds * 90_000, wallUs: 1e15 + seconds * 1e6, clock: 'sent', arrivedUs: 1e15, isBreak: false },
  at,
});
const packet = (byte: number) => Buffer.alloc(188, byte);
const readLines = async () => readRecordingLines(await readFile(path.join(folder, 'worker-1.jsonl'), 'utf8'));

test('writes what comes from the first keyframe on, and cuts at keyframes ten seconds apart', async () => {
  const writer = open();
  const running = writer.run();
  writer.segments.setTables(Buffer.from('tables'));
  writer.addMessage(packet(0), null);
  writer.addMessage(Buffer.concat([packet(1), packet(2)]), keyframeAt(0, 188));
  writer.addMessage(packet(3), null);
  writer.addMessage(packet(4), keyframeAt(5));
  writer.addMessage(Buffer.concat([packet(5), packet(6)]), keyframeAt(10, 188));
  writer.close();
  await running;

  const [first, second] = await Promise.all(
    ['worker-1-000001.ts', 'worker-1-000002.ts'].map((name) => readFile(path.join(folder, name))),
  );
  expect(first).toEqual(Buffer.concat([packet(2), packet(3), packet(4), packet(5)]));
  expect(second).toEqual(packet(6));
  expect(await readLines()).toMatchObject([
    { kind: 'segment', file: 'worker-1-000001.ts', tables: Buffer.from('tables').toString('base64') },
    { kind: 'keyframe', offset: 0, pts: 0 },
    { kind: 'keyframe', offset: 376, pts: 450_000 },
    { kind: 'end', bytes: 752 },
    { kind: 'segment', file: 'worker-1-000002.ts' },
    { kind: 'keyframe', offset: 0, pts: 900_000 },
    { kind: 'end', bytes: 188 },
  ]);
  expect(writer.state).toMatchObject({ sizeBytes: 940, behindMs: 0, fault: null });
});

test('begins a segment after the camera was away, and where its clock or its tables change', async () => {
  const writer = open();
  const running = writer.run();
  writer.addMessage(packet(1), keyframeAt(0));
  writer.segments.interrupt('camera', 45_000);
  writer.addMessage(packet(2), null);
  writer.addMessage(packet(3), keyframeAt(1));
  const { note } = keyframeAt(2);
  writer.addMessage(packet(4), { note: { ...note, isBreak: true }, at: 0 });
  writer.close(180_000);
  await running;
  expect((await readLines()).flatMap((line) => ('lastPts' in line ? line.lastPts : []))).toEqual([
    45_000,
    null,
    null,
    180_000,
  ]);
  expect((await readLines()).map(({ kind }) => kind)).toEqual([
    'segment',
    'keyframe',
    'gap',
    'end',
    'segment',
    'keyframe',
    'end',
    'segment',
    'keyframe',
    'end',
  ]);
  expect((await readdir(folder)).filter((name) => name.endsWith('.ts'))).toHaveLength(3);
});

test('begins nothing on a disk that is nearly full, and says so', async () => {
  const writer = open(4);
  const running = writer.run();
  writer.addMessage(packet(1), keyframeAt(0));
  await expect.poll(() => writer.state).toMatchObject({ fault: 'disk_nearly_full', freePercent: 4, sizeBytes: 0 });
  writer.close();
  await running;
  expect(await readdir(folder)).toEqual([]);
});

test('pauses before the disk is full, where the database may lie, and goes on once there is room', async () => {
  const free = { percent: 50, bytes: 50e9 };
  const writer = new RecordingWriter({
    folder,
    name: 'worker-1',
    readFreeSpace: async () => ({ ...free }),
    onFailure: (error) => failures.push(String(error)),
  });
  const running = writer.run();
  writer.addMessage(packet(1), keyframeAt(0));
  await expect.poll(() => writer.state).toMatchObject({ fault: null, sizeBytes: 188 });
  // A hundredth of terabytes is room enough.
  Object.assign(free, { percent: 1, bytes: 20e9 });
  await expect.poll(() => writer.state, { timeout: 20_000 }).toMatchObject({ fault: null, freePercent: 1 });
  Object.assign(free, { percent: 1, bytes: 1e9 });
  await expect.poll(() => writer.state, { timeout: 20_000 }).toMatchObject({ fault: 'disk_full' });
  Object.assign(free, { percent: 6, bytes: 6e9 });
  await expect
    .poll(
      () => {
        writer.addMessage(packet(2), keyframeAt(1));
        return writer.state;
      },
      { timeout: 20_000 },
    )
    .toMatchObject({ fault: null, freePercent: 6 });
  writer.close();
  await running;
  expect(failures).toEqual(['Error: The rest of the disk is left to the database']);
}, 60_000);

test('stops before a Pod that holds too much is evicted, and goes on once the bucket has taken some', async () => {
  const own = path.join(folder, 'own');
  const writer = new RecordingWriter({
    folder: own,
    name: 'worker-1',
    maxBytes: 1_000_000,
    onFailure: (error) => failures.push(String(error)),
  });
  const running = writer.run();
  writer.addMessage(packet(1), keyframeAt(0));
  await expect.poll(() => writer.state).toMatchObject({ fault: null, sizeBytes: 188 });
  // Another recording of this Pod, which waits for the bucket.
  const waiting = path.join(folder, 'waiting');
  await mkdir(waiting);
  await writeFile(path.join(waiting, 'a.ts'), Buffer.alloc(960_000));
  await expect.poll(() => writer.state, { timeout: 20_000 }).toMatchObject({ fault: 'disk_full', freePercent: 3 });
  writer.addMessage(packet(2), keyframeAt(1));
  await rm(waiting, { recursive: true });
  await expect.poll(() => writer.state.freePercent, { timeout: 20_000 }).toBeGreaterThan(5);
  await expect
    .poll(
      () => {
        writer.addMessage(packet(3), keyframeAt(2));
        return writer.state;
      },
      { timeout: 20_000 },
    )
    .toMatchObject({ fault: null, sizeBytes: expect.any(Number) });
  writer.close();
  await running;
  const lines = readRecordingLines(await readFile(path.join(own, 'worker-1.jsonl'), 'utf8'));
  expect(lines).toContainEqual(expect.objectContaining({ kind: 'gap', cause: 'disk' }));
  expect(writer.state.sizeBytes).toBeGreaterThan(188);
  expect(failures).toEqual(['Error: The Pod is full']);
}, 60_000);

test('a folder that is gone is a fault; once it is back, the next keyframe goes on', async () => {
  const writer = open();
  const running = writer.run();
  writer.addMessage(packet(1), keyframeAt(0));
  await expect.poll(() => writer.state.sizeBytes).toBe(188);
  // Again where the writer has made a file meanwhile.
  await rm(folder, { recursive: true, maxRetries: 20 });
  await expect
    .poll(
      () => {
        writer.addMessage(packet(2), keyframeAt(20));
        return writer.state.fault;
      },
      { timeout: 10_000 },
    )
    .toBe('cannot_write');
  await mkdir(folder);
  await expect
    .poll(
      () => {
        writer.addMessage(packet(3), keyframeAt(60));
        return writer.state;
      },
      { timeout: 10_000 },
    )
    .toMatchObject({ fault: null });
  writer.close();
  await running;
  const lines = await readLines();
  expect(lines[0]).toMatchObject({ kind: 'gap', cause: 'disk' });
  expect(failures[0]).toContain('ENOENT');
  const segments = lines.flatMap((line) => (line.kind === 'segment' ? line.file : []));
  expect((await stat(path.join(folder, segments[0] ?? ''))).size).toBeGreaterThan(0);
});
