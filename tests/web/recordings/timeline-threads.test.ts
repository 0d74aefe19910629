import { appendFile, mkdir, rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { RecordingLine } from '@/lib/contracts/recording-index';
import { recordingStorage, recordingsFolder } from '@/lib/platform/storage/recording-store';
import { KeptTimeline } from '@/lib/use-cases/recordings/kept-timeline';
import { RecordingReader } from '@/lib/use-cases/recordings/recording-reader';
import { setTimelineThread } from '@/lib/use-cases/recordings/timeline-thread';
import { TimelineThreads } from '@/server/web/recordings/timeline-threads';
import { bundleFolder, bundleModules } from '../../support/bundle-modules';
import { until } from '../../support/until';

const directory = bundleFolder('timeline');
const program = pathToFileURL(path.join(directory, 'timeline-reader.mjs'));

beforeAll(async () => {
  await bundleModules(directory, { 'timeline-reader': 'server/web/recordings/timeline-reader.program.ts' });
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const startUs = 1_800_000_000_000_000;

/** A minute of a keyframe each second. */
const minute = (number: number): { file: string; text: string } => {
  const file = `made-${number}.ts`;
  const lines: RecordingLine[] = [{ kind: 'segment', file, wallUs: startUs, tables: 'R0A=' }];
  for (let index = 0; index < 60; index++) {
    const second = number * 60 + index;
    const wallUs = startUs + second * 1e6 + ((second * 7_919) % 30_000);
    lines.push({ kind: 'keyframe', offset: index, pts: second * 90_000, wallUs, clock: 'sent', arrivedUs: wallUs });
  }
  lines.push({ kind: 'end', bytes: 60, lastPts: null });
  return { file, text: lines.map((line) => `\n${JSON.stringify(line)}`).join('') };
};

async function write(id: string, from: number, to: number): Promise<void> {
  const folder = path.join(recordingsFolder(), id);
  await mkdir(folder, { recursive: true });
  for (let number = from; number < to; number++) {
    const { file, text } = minute(number);
    await writeFile(path.join(folder, file), '');
    await truncate(path.join(folder, file), 60);
    await appendFile(path.join(folder, 'made.jsonl'), text);
  }
}

function start(of: URL, restAfterMs?: number): TimelineThreads {
  const threads = new TimelineThreads(of, restAfterMs);
  setTimelineThread(threads);
  onTestFinished(() => threads.close());
  return threads;
}

const readHere = (id: string) => new RecordingReader(recordingStorage(), id, true).read(new Date());

test('a thread reads recordings as who asks would, reads on, and begins anew where it has forgotten one', async () => {
  start(program);
  await write('goes-on', 0, 90);
  await write('other', 0, 1);
  const [kept, other] = [new KeptTimeline('goes-on'), new KeptTimeline('other')];
  const [read, again] = await Promise.all([kept.read(null), kept.read(null), other.read(null)]);
  expect(again).toBe(read);
  expect(read).toEqual(await readHere('goes-on'));
  expect(other.timeline.parts).toHaveLength(60);
  await write('goes-on', 90, 92);
  await until('the thread has read on', async () => (await kept.read(null)).parts.length > read.parts.length);
  expect(kept.timeline).toEqual(await readHere('goes-on'));
  expect(kept.timeline.parts[0]).toBe(read.parts[0]);
  kept.forget();
  const anew = new KeptTimeline('goes-on');
  const longAgo = new Date(0);
  const final = await anew.read(longAgo);
  expect(final).toEqual(kept.timeline);
  expect(await anew.read(longAgo)).toBe(final);
});

test('what the storage says against a reading is an error of that reading alone', async () => {
  start(program);
  await writeFile(path.join(recordingsFolder(), 'no-folder'), '');
  const kept = new KeptTimeline('no-folder');
  await expect(kept.read(null)).rejects.toThrow('ENOTDIR');
  await rm(path.join(recordingsFolder(), 'no-folder'));
  await write('no-folder', 0, 1);
  expect((await kept.read(null)).parts).toHaveLength(60);
});

test('threads that nobody asks end, and others go on where they ended', async () => {
  const threads = start(program, 1);
  await write('rests', 0, 2);
  const kept = new KeptTimeline('rests');
  const { length } = (await kept.read(null)).parts;
  await until('the threads have ended', () => threads.count === 0);
  await write('rests', 2, 3);
  const { parts } = await kept.read(null);
  expect(parts.length).toBeGreaterThan(length);
  expect(kept.timeline).toEqual(await readHere('rests'));
});

test('a recording is read without a thread where that has died', async () => {
  const fault =
    "import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => { throw new Error('a fault'); });";
  start(new URL(`data:text/javascript,${encodeURIComponent(fault)}`));
  await write('alone', 0, 1);
  const kept = new KeptTimeline('alone');
  expect((await kept.read(null)).parts).toHaveLength(60);
  expect((await kept.read(new Date(0))).parts).toHaveLength(60);
});
