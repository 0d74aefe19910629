import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from '@playwright/test';
import { ffmpeg } from '../../support/camera/ffmpeg';
import { expectAccessible } from '../../support/journeys/expect-accessible';
import { test } from '../../support/journeys/quiet-test';
import { addCameras, Member } from '../../support/journeys/steps';
import { makeSound } from '../../support/sound/made-sound';

/** So much longer the second camera's encoder takes inside, where no receiver can see it. */
const insideMs = 300;
const rateHz = 48_000;
/** A window is complete after up to 57 s, and comes with its slot each half minute. */
const heardWithinMs = 120_000;
/** A busy machine sends the first packets of the two late, and not equally. */
const toleranceMs = 40;

/** Two cameras in one hall, of one process, so that nothing but what they hear tells them apart. */
const twoCameras = (sounds: string[], addresses: string[]): string[] => [
  ...['-re', '-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=25'],
  ...sounds.flatMap((sound) => ['-re', '-f', 'f32le', '-ar', String(rateHz), '-ac', '1', '-i', sound]),
  ...addresses.flatMap((address, index) => [
    ...['-map', '0:v', '-map', `${index + 1}:a`, '-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency'],
    ...['-g', '25', '-b:v', '300k', '-c:a', 'aac', '-b:a', '96k', '-f', 'mpegts', address],
  ]),
];

test('cameras that hear the same are brought in step by it, and the page says so', async ({ page, context }) => {
  test.setTimeout(240_000);
  const folder = await mkdtemp(path.join(tmpdir(), 'sightline-sound-'));
  const sound = Buffer.from(makeSound('speech', 180, rateHz, 1).buffer);
  const sounds = [path.join(folder, 'first.f32'), path.join(folder, 'second.f32')] as const;
  await writeFile(sounds[0], sound);
  await writeFile(sounds[1], Buffer.concat([Buffer.alloc((4 * rateHz * insideMs) / 1_000), sound]));
  const member = await Member.signUp(context);
  const { id: eventId } = await member.createEvent('Harvest Festival');
  const cameras = ffmpeg(twoCameras([...sounds], await addCameras(member, eventId, 2, 2)));
  try {
    const streams = () => member.call('GET /streams', { query: { event_id: eventId } });
    const signals = async () => (await streams()).map(({ attributes }) => attributes.signal);
    await expect.poll(signals, { timeout: 30_000 }).toEqual(['live', 'live']);
    await member.call('POST /events/{id}/recording', { params: { id: eventId } });

    const offsets = () => member.call('GET /events/{id}/sound_offsets', { params: { id: eventId } });
    await expect.poll(async () => (await offsets()).length, { timeout: heardWithinMs }).toBe(2);
    const [one, two] = await streams();
    const shiftOf = new Map((await offsets()).map(({ id, attributes }) => [id, attributes.shift_ms]));
    const apartMs = (shiftOf.get(one?.id ?? '') ?? Number.NaN) - (shiftOf.get(two?.id ?? '') ?? Number.NaN);
    expect(Math.abs(apartMs - insideMs), `${apartMs} ms apart`).toBeLessThan(toleranceMs);

    await test.step('the menu beside Record all says by how much each camera is off', async () => {
      await page.goto(`/events/${eventId}`);
      await page.getByRole('button', { name: 'Recording options' }).click();
      const menu = page.getByRole('menu');
      await expect(menu.getByText(/\d+ ms (early|late), ± \d+ ms/).first()).toBeVisible();
      await expectAccessible(page, 'the recording options');
      await page.keyboard.press('Escape');
    });

    await member.call('DELETE /events/{id}/recording', { params: { id: eventId } });
  } finally {
    cameras.child.kill('SIGKILL');
    await cameras.ended;
    await rm(folder, { recursive: true });
  }
  const recordings = await member.call('GET /events/{id}/recordings', { params: { id: eventId } });
  const runs = await Promise.all(
    recordings.map(async ({ id }) => (await member.call('GET /recordings/{id}/timeline', { params: { id } })).runs),
  );
  // A busy machine that holds both cameras up for a second begins another run of each.
  expect(runs.map((ofCamera) => new Set(ofCamera.map(({ clock }) => clock)))).toEqual([
    new Set(['sound']),
    new Set(['sound']),
  ]);
  await page.goto(`/events/${eventId}/recordings`);
  await expect(page.getByText(/^In step to \d+ ms, by sound/)).toBeVisible();
});
