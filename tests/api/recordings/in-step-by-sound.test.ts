import { beforeEach, expect, test } from 'vitest';
import { newId } from '@/lib/core/id';
import { soundRateHz, soundSlotMs, soundWindowSamples } from '@/lib/core/sound-offset';
import { db } from '@/lib/platform/db/db';
import { scaleFloorPlan, setFloorPlan } from '@/lib/use-cases/events/floor-plan';
import { listSoundOffsets } from '@/lib/use-cases/events/sound-offsets';
import { updateEvent } from '@/lib/use-cases/events/update-event';
import { readSoundCorrections } from '@/lib/use-cases/recordings/sound-corrections';
import { deleteStream } from '@/lib/use-cases/streams/delete-stream';
import type { Event, Recording, Stream } from '@/prisma/generated/client';
import { hearCameras } from '@/server/gateway/sound/hear-cameras';
import { keepSoundWindow } from '@/server/gateway/sound/sound-windows';
import { makeEvent, makeStream, makeUser, type SignedInUser } from '../../support/api/factories';
import { planImages } from '../../support/plan-images';
import { hear, makeSound } from '../../support/sound/made-sound';

let user: SignedInUser;
let event: Event;
let cameras: { stream: Stream; recording: Recording }[];
let seed = 0;
const listening = new AbortController().signal;

beforeEach(async () => {
  user = await makeUser();
  event = await makeEvent(user.actor);
  cameras = await Promise.all([1, 2, 3].map(() => addCamera()));
  await db().soundWindow.deleteMany();
});

async function addCamera(): Promise<{ stream: Stream; recording: Recording }> {
  const { id, organizationId, name } = await makeStream(user.actor, { eventId: event.id });
  const data = { id: newId(), organizationId, eventId: event.id, streamId: id, cameraName: name };
  const recording = await db().recording.create({ data: { ...data, startedAt: new Date(Date.now() - 600_000) } });
  return { stream: await db().stream.update({ where: { id }, data: { signal: 'live' } }), recording };
}

/** All cameras hear a sound, each with a clock that is so late. @param slotsAgo at least one */
async function listen(lateMs: number[], { slotsAgo = 2, connection = 'first' } = {}): Promise<void> {
  const slotMs = (Math.floor(Date.now() / soundSlotMs) - slotsAgo) * soundSlotMs;
  const sound = makeSound('speech', 20, soundRateHz, ++seed);
  for (const [index, late] of lateMs.entries()) {
    const microphone = {
      rateHz: soundRateHz,
      ringsSeconds: 0.5,
      directDb: 3,
      overNoiseDb: 10,
      gain: 0.5,
      seed: ++seed,
    };
    // The first sample of a camera is not exactly at the beginning of the slot.
    const startMs = slotMs + index * 5;
    const from = Math.round(((4_000 - late + index * 5) * soundRateHz) / 1_000);
    const heard = hear(sound, microphone).slice(from, from + soundWindowSamples);
    const samples = Buffer.from(Int16Array.from(heard, (value) => Math.round(value * 20_000)).buffer);
    await keepSoundWindow(cameras[index]?.stream.id ?? '', connection, startMs, samples);
  }
}

/** Rounded to tens, without a negative zero. */
const tens = (ms: number): number => Math.round(ms / 10) * 10 || 0;
const corrections = () => Promise.all(cameras.map(({ recording }) => readSoundCorrections(recording.id)));
const shifts = async () => (await corrections()).map((each) => each.map(({ shiftMs }) => tens(shiftMs)));

test('the way of the sound is taken out where a floor plan has its scale and the cameras’ places', async () => {
  await setFloorPlan(user.actor, event.id, Buffer.from(planImages.png, 'base64'));
  for (const [index, planX] of [0, 0.5, 1].entries()) {
    await db().stream.update({ where: { id: cameras[index]?.stream.id ?? '' }, data: { planX, planY: 0.5 } });
  }
  // Sound takes 50 ms from one camera to the next.
  await scaleFloorPlan(user.actor, event.id, { width_m: 34.3, sound_place: { x: 0, y: 0.5 } });
  await listen([0, 150, 300]);
  await hearCameras(listening);
  expect(await shifts()).toEqual([[100], [0], [-100]]);
});

test('recordings of cameras that hear the same are moved to the one in their middle', async () => {
  await listen([0, 150, 1_300]);
  const heard = await Promise.all([hearCameras(listening), hearCameras(listening)]);
  expect(
    heard.reduce((sum, { cameras: count }) => sum + count, 0),
    'one of two gateways stores them',
  ).toBe(3);
  expect(await shifts()).toEqual([[150], [0], [-1_150]]);
  const [[first] = []] = await corrections();
  expect(first).toMatchObject({ clock: 'sound', uncertaintyMs: expect.any(Number) });
  expect(first?.uncertaintyMs).toBeLessThanOrEqual(7);
  expect(await db().soundWindow.count()).toBe(0);

  const offsets = await listSoundOffsets(user.actor, event.id);
  expect(offsets.map(({ attributes }) => tens(attributes.shift_ms)).toSorted((a, b) => a - b)).toEqual([
    -1_150, 0, 150,
  ]);
  expect(new Set(offsets.map(({ attributes }) => attributes.hall)).size).toBe(1);
  await expect(listSoundOffsets((await makeUser()).actor, event.id)).rejects.toMatchObject({ code: 'not_found' });

  // The camera whose encoder connects anew gets another shift; the others keep theirs.
  await db().soundReading.updateMany({ data: { at: new Date(Date.now() - 300_000) } });
  await listen([0, 150, 400], { connection: 'second' });
  await hearCameras(listening);
  expect(await shifts()).toEqual([
    [150, 150],
    [0, 0],
    [-1_150, -250],
  ]);

  // The recording of a deleted camera keeps its readings.
  await deleteStream(user.actor, cameras[2]?.stream.id ?? '');
  expect((await shifts())[2]).toEqual([-1_150, -250]);
});

test('nothing is heard, kept or moved where the event does not keep in step by sound, or a person has set an offset', async () => {
  await listen([0, 150, 1_300]);
  await hearCameras(listening);
  await db().recording.update({ where: { id: cameras[1]?.recording.id ?? '' }, data: { offsetMs: 40 } });
  expect(await shifts()).toEqual([[], [], []]);
  await db().recording.updateMany({ data: { offsetMs: 0 } });
  expect(await shifts()).toEqual([[150], [0], [-1_150]]);
  await updateEvent(user.actor, event.id, { keeps_in_step_by_sound: false });
  expect(await shifts()).toEqual([[], [], []]);
  await listen([0, 150, 1_300], { slotsAgo: 3 });
  expect(await db().soundWindow.count()).toBe(0);
});

test('a camera that is live alone is not listened to, and a window that nobody took in time is dropped', async () => {
  await listen([0, 150, 1_300]);
  await db().soundWindow.updateMany({ data: { keptAt: new Date(Date.now() - 150_000) } });
  expect(await hearCameras(listening)).toEqual({ events: 0, cameras: 0 });
  expect(await db().soundWindow.count()).toBe(0);
  await db().stream.updateMany({ where: { id: { not: cameras[0]?.stream.id ?? '' } }, data: { signal: 'none' } });
  await listen([0]);
  expect(await db().soundWindow.count()).toBe(0);
});
