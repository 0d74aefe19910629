import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { GET as getReplay } from '@/app/api/v1/events/[id]/replay/route';
import { GET as getTimeline } from '@/app/api/v1/recordings/[id]/timeline/route';
import { GET as getPart } from '@/app/recordings/[id]/replay/route';
import { GET as getPlaylist } from '@/app/recordings/[id]/replay.m3u8/route';
import type { RecordingLine } from '@/lib/contracts/recording-index';
import type { RecordingTimeline } from '@/lib/contracts/recordings';
import type { ReplayJson } from '@/lib/contracts/replay';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { recordingsFolder } from '@/lib/platform/storage/recording-store';
import type { Event } from '@/prisma/generated/client';
import { call } from '../../support/api/api';
import { makeEvent, makeUser, type SignedInUser } from '../../support/api/factories';

let user: SignedInUser;
let event: Event;

beforeEach(async () => {
  user = await makeUser();
  event = await makeEvent(user.actor);
});

const beganUs = 1e15;
const tables = 'tables';
const bytesAsSecond = 5;
const indexLines = (lines: RecordingLine[]) => lines.map((line) => `\n${JSON.stringify(line)}`).join('');
const keyframe = (second: number): RecordingLine => ({
  kind: 'keyframe',
  offset: second * bytesAsSecond,
  pts: second * 90_000,
  wallUs: beganUs + second * 1e6,
  clock: 'sent',
});

/** A recording that goes on, with a part of five bytes for each second. */
async function record(seconds: number, cameraName: string): Promise<string> {
  const { id: eventId, organizationId } = event;
  const { id } = await db().recording.create({ data: { id: newId(), organizationId, eventId, cameraName } });
  const folder = path.join(recordingsFolder(), id);
  await mkdir(folder, { recursive: true });
  const segment: RecordingLine = {
    kind: 'segment',
    file: 'a.ts',
    wallUs: beganUs,
    tables: Buffer.from(tables).toString('base64'),
  };
  await writeFile(path.join(folder, 'a.ts'), bytesOf(0, seconds));
  const keyframes = Array.from({ length: seconds }, (_, second) => keyframe(second));
  await writeFile(path.join(folder, 'a.jsonl'), indexLines([segment, ...keyframes]));
  return id;
}

const bytesOf = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, index) => String(from + index).padStart(bytesAsSecond, '.')).join('');

const replayOf = async (query?: Record<string, string>): Promise<ReplayJson> => {
  const { body } = await call(getReplay, { token: user.token, params: { id: event.id }, query });
  return (body as { data: ReplayJson }).data;
};
const ask = (handler: typeof getPart, address: string, base = 'http://127.0.0.1:3000') => {
  const url = new URL(address, base);
  const id = url.pathname.split('/')[2] ?? '';
  return handler(new Request(url), { params: Promise.resolve({ id }) });
};

test('each angle comes with the playlist that its address answers', async () => {
  await record(12, 'Wide');
  const [angle] = (await replayOf({ seconds: '5' })).angles;
  const asked = await (await ask(getPlaylist, angle?.timeline.playlist_url ?? '')).text();
  const timeless = (playlist = '') => playlist.replaceAll(/token=[^&]+/g, '');
  expect(timeless(angle?.playlist)).toBe(timeless(asked));
  expect(angle?.playlist.match(/#EXTINF/g)).toHaveLength(angle?.timeline.parts.length ?? 0);
});

test('the last seconds of all angles end where the shortest of them does', async () => {
  const [long, short] = [await record(32, 'Wide'), await record(30, 'Close')];
  const replay = await replayOf({ seconds: '5' });
  expect([replay.start_us, replay.end_us]).toEqual([beganUs + 25e6, beganUs + 30e6]);
  expect(replay.angles.map(({ recording, timeline }) => [recording.id, timeline.parts.length])).toEqual([
    [long, 7],
    [short, 5],
  ]);
  expect(replay.angles[1]?.timeline.parts[0]).toEqual({
    start_us: beganUs + 25e6,
    duration_us: 1e6,
    begins_run: false,
  });
});

test('a replay begins with a keyframe of one angle, at most a moment earlier than asked', async () => {
  const moved = await record(30, 'Wide');
  await record(30, 'Close');
  await db().recording.update({ where: { id: moved }, data: { offsetMs: -300 } });
  const { start_us, end_us, angles } = await replayOf({ seconds: '5' });
  expect([start_us, end_us]).toEqual([beganUs + 24.7e6, beganUs + 29.7e6]);
  expect(angles[0]?.timeline.parts[0]?.start_us).toBe(start_us);
  await db().recording.update({ where: { id: moved }, data: { offsetMs: 700 } });
  expect((await replayOf({ seconds: '5' })).start_us).toBe(beganUs + 25e6);
});

test('an angle that has ended long before is left out, and nothing recorded is no angle', async () => {
  expect(await replayOf()).toEqual({ start_us: 0, end_us: 0, angles: [] });
  await record(10, 'Away');
  const there = await record(30, 'There');
  expect((await replayOf()).angles.map(({ recording }) => recording.id)).toEqual([there]);
});

test('a recording that has just begun is replayed from its beginning', async () => {
  await record(3, 'Wide');
  const { start_us, end_us } = await replayOf();
  expect([start_us, end_us]).toEqual([beganUs, beganUs + 3e6]);
});

test('its parts are played from the disk as far as they are written, tables first', async () => {
  const id = await record(30, 'Wide');
  const { timeline } = (await replayOf({ seconds: '5' })).angles[0] ?? {};
  const address = timeline?.playlist_url ?? '';
  const folder = path.join(recordingsFolder(), id);
  await appendFile(path.join(folder, 'a.ts'), bytesOf(30, 31));
  await appendFile(path.join(folder, 'a.jsonl'), indexLines([keyframe(30)]));
  const playlist = await (await ask(getPlaylist, address)).text();
  const parts = playlist.split('\n').filter((line) => line.startsWith('replay?'));
  expect(parts).toHaveLength(6);
  expect(playlist.trimEnd().endsWith('#EXT-X-ENDLIST')).toBe(true);
  const part = await ask(getPart, parts[0] ?? '', `http://127.0.0.1:3000${address}`);
  expect(await part.text()).toBe(`${tables}...25`);
  expect(part.headers.get('cache-control')).toBe('no-store');
});

test.each([
  ['without its token', (url: string) => url.replace(/token=[^&]*/, 'token='), 403],
  ['of a file that is not the recording’s', (url: string) => url.replace('a.ts', '..%2Fa.ts'), 404],
  ['of a byte at which nothing begins', (url: string) => url.replace(/from=\d+/, 'from=3'), 404],
])('refuses an address %s', async (_, spoil, status) => {
  await record(30, 'Wide');
  const address = (await replayOf()).angles[0]?.timeline.playlist_url ?? '';
  expect((await ask(getPlaylist, spoil(address))).status).toBe(status);
  expect((await ask(getPart, spoil(address.replace('replay.m3u8', 'replay')))).status).toBe(status);
});

test('the part that is being written is no part of the recording yet', async () => {
  const id = await record(3, 'Wide');
  const timeline = async () => {
    const { body } = await call(getTimeline, { token: user.token, params: { id } });
    return (body as { data: RecordingTimeline }).data.parts.length;
  };
  expect(await timeline()).toBe(2);
  await db().recording.update({ where: { id }, data: { endedAt: new Date() } });
  expect(await timeline()).toBe(3);
});

test.each(['4', '61', 'x'])('a replay of %s s is refused', async (seconds) => {
  const answer = await call(getReplay, { token: user.token, params: { id: event.id }, query: { seconds } });
  expect(answer.status).toBe(422);
});
