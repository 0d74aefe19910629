import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { summaryFile } from '@/lib/contracts/recording-files';
import type { RecordingLine } from '@/lib/contracts/recording-index';
import { hourMs, minuteMs } from '@/lib/core/durations';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { recordingStorage, recordingsFolder } from '@/lib/platform/storage/recording-store';
import { RecordingReader } from '@/lib/use-cases/recordings/recording-reader';
import { keepSummaries, type SummarizedMs } from '@/server/exporter/keep-summaries';
import { makeEvent, makeStream, makeUser } from '../support/api/factories';

const signal = new AbortController().signal;
const startedAt = new Date(Date.now() - 2 * hourMs);

/** An index with a keyframe a second. */
function indexOf(seconds: number): string {
  const lines: RecordingLine[] = [
    { kind: 'segment', file: 'made.ts', wallUs: startedAt.getTime() * 1_000, tables: '' },
  ];
  for (let second = 0; second < seconds; second++) {
    const wallUs = startedAt.getTime() * 1_000 + second * 1e6;
    lines.push({ kind: 'keyframe', offset: second, pts: second * 90_000, wallUs, clock: 'sent', arrivedUs: wallUs });
  }
  return lines.map((line) => `\n${JSON.stringify(line)}`).join('');
}

test('long recordings are summarized once, those that go on too, and one that somebody deletes stops nobody', async () => {
  const { actor } = await makeUser();
  const { id: eventId, organizationId } = await makeEvent(actor);
  const { id: streamId, name: cameraName } = await makeStream(actor, { eventId });
  const make = async (endedAt: Date | null, hasFiles = true): Promise<string> => {
    const id = newId();
    const folder = path.join(recordingsFolder(), id);
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    if (hasFiles) await mkdir(folder, { recursive: true });
    if (hasFiles) await writeFile(path.join(folder, 'made.jsonl'), indexOf(1_800));
    if (hasFiles) await writeFile(path.join(folder, 'made.ts'), Buffer.alloc(1_800));
    await db().recording.create({ data: { id, organizationId, eventId, streamId, cameraName, startedAt, endedAt } });
    return id;
  };
  const minutesLater = (minutes: number) => new Date(startedAt.getTime() + minutes * minuteMs);
  const [gone, ended, goesOn, short] = [
    await make(minutesLater(30), false),
    await make(minutesLater(30)),
    await make(null),
    await make(minutesLater(5)),
  ];
  const summarizedMs: SummarizedMs = new Map();
  await keepSummaries(summarizedMs, signal);
  const sizeOf = async (id: string) => (await recordingStorage().sizes(id, [summaryFile])).get(summaryFile) ?? 0;
  expect(await sizeOf(ended)).toBeGreaterThan(1_000);
  expect(await sizeOf(goesOn)).toBeGreaterThan(1_000);
  expect([await sizeOf(gone), await sizeOf(short)]).toEqual([0, 0]);
  expect([ended, goesOn, gone].every((id) => summarizedMs.has(id))).toBe(true);
  const { parts } = await new RecordingReader(recordingStorage(), ended, true).read(minutesLater(30));
  expect(parts).toHaveLength(1_800);
  // Another exporter finds what this one has written.
  expect((await keepSummaries(summarizedMs, signal)).summarized).toBe(0);
  await rm(path.join(recordingsFolder(), ended), { recursive: true });
  expect((await keepSummaries(new Map(), signal)).summarized).toBe(0);
});
