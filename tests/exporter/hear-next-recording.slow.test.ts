import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '@/lib/core/id';
import { soundSlotMs } from '@/lib/core/sound-offset';
import { db } from '@/lib/platform/db/db';
import { readSoundCorrections } from '@/lib/use-cases/recordings/sound-corrections';
import { hearNextRecording } from '@/server/exporter/hear-next-recording';
import { hearCameras } from '@/server/gateway/sound/hear-cameras';
import { makeEvent, makeStream, makeUser } from '../support/api/factories';
import { makeRecording } from '../support/recordings/make-recording';
import { makeSound } from '../support/sound/made-sound';

const rateHz = 48_000;
const seconds = 50;
/** Across two slots, a day ago. */
const startMs = (Math.floor(Date.now() / soundSlotMs) - 2_880) * soundSlotMs - 2_000;
const signal = new AbortController().signal;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sightline-heard-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A file with a sound that the encoder's inside has delayed. */
async function delayed(sound: Float32Array, delayMs: number): Promise<string> {
  const file = path.join(folder, `${delayMs}.f32`);
  await writeFile(file, Buffer.concat([Buffer.alloc((4 * rateHz * delayMs) / 1_000), Buffer.from(sound.buffer)]));
  return file;
}

test('recordings that nobody heard live are brought in step by what they hear', async () => {
  const { actor } = await makeUser();
  const { id: eventId, organizationId } = await makeEvent(actor);
  const sound = makeSound('speech', seconds, rateHz, 1);
  const ids: string[] = [];
  for (const delayMs of [0, 350]) {
    const { id: streamId, name } = await makeStream(actor, { eventId });
    const id = newId();
    await makeRecording({ recordingId: id, startMs, seconds, sound: await delayed(sound, delayMs) });
    const [startedAt, endedAt] = [new Date(startMs), new Date(startMs + seconds * 1_000)];
    const row = { id, organizationId, eventId, streamId, cameraName: name, startedAt, endedAt };
    await db().recording.create({ data: row });
    ids.push(id);
  }

  // The first of both brings the second one's windows along.
  expect(await hearNextRecording(signal)).toBe(true);
  expect(await hearCameras(signal)).toMatchObject({ cameras: 4 });
  expect(await hearNextRecording(signal)).toBe(false);
  const [[first], [second]] = await Promise.all([
    readSoundCorrections(ids[0] ?? ''),
    readSoundCorrections(ids[1] ?? ''),
  ]);
  const apartMs = (first?.shiftMs ?? Number.NaN) - (second?.shiftMs ?? Number.NaN);
  expect(Math.abs(apartMs - 350), `${apartMs} ms`).toBeLessThanOrEqual(10);
}, 120_000);
