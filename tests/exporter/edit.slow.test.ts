import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { mintRecordingToken } from '@/lib/auth/recording-token';
import { framesPerSecond } from '@/lib/core/frame-rate';
import { newId } from '@/lib/core/id';
import { framesPerDay } from '@/lib/core/time-code';
import { db } from '@/lib/platform/db/db';
import { databaseEnv } from '@/lib/platform/env/database-env';
import { exportFolder } from '@/lib/platform/storage/export-folder';
import { recordingsFolder } from '@/lib/platform/storage/recording-store';
import { createEdit } from '@/lib/use-cases/recordings/edits';
import { createExport } from '@/lib/use-cases/recordings/exports/exports';
import { openExportArchive } from '@/lib/use-cases/recordings/exports/open-export';
import { archiveOf } from '@/lib/use-cases/recordings/exports/serialize-export';
import { bundlePrograms } from '@/scripts/steps/build.mjs';
import { editDecisionLists } from '@/server/exporter/edit/edit-decision-list';
import { otioTimeline } from '@/server/exporter/edit/otio-timeline';
import { makeEvent, makeStream, makeUser } from '../support/api/factories';
import { startProgram } from '../support/product/program';
import { madeShow, shows } from '../support/recordings/made-shows';
import { makeRecording, readBarcodes } from '../support/recordings/make-recording';
import { parseOtio, readByOpenTimelineIo } from '../support/recordings/otio';
import { until } from '../support/until';

const startMs = Date.UTC(2026, 10, 27, 18, 30, 0);
const fps = 30;
const frameMs = 1_000 / fps;
const cameraCount = 4;
/** Uneven, so that no cut falls onto a frame or a keyframe. */
const cutMs = Array.from({ length: 20 }, (_, index) => 1_013 + index * 971);

beforeAll(() => bundlePrograms(), 120_000);

const isMissing = 'OpenTimelineIO is not installed: npm test -- --all does that where there is a Python';

/** The export of the first test. */
let exportId: string;
/** Whom its addresses end with. */
let holderId: string;

/** Downloads an export's bundle. @returns what OpenTimelineIO has read in it; null where that is not installed */
async function readBundle(id: string) {
  const folder = await mkdtemp(path.join(tmpdir(), 'sightline-bundle-'));
  const { read, sizeBytes } = await openExportArchive(id, mintRecordingToken(id, 'export', holderId));
  const file = path.join(folder, 'show.otioz');
  await writeFile(file, read(0, sizeBytes));
  const timelines = await readByOpenTimelineIo([[file, fps]]).finally(() => rm(folder, { recursive: true }));
  return timelines?.[0] ?? null;
}

interface RecordedCamera {
  streamId: string;
}

/** Three shots in place of the show's twenty: the third camera, the first, and nothing at the end. */
const cutsOfEdit = (cameras: RecordedCamera[]) =>
  [cameras[2], cameras[0], undefined].map((camera, index) => ({
    at: new Date(startMs + 2_000 + index * 5_000).toISOString(),
    stream_id: camera?.streamId ?? null,
  }));

/** The export that was made by that edit has its cuts, within a frame, and none of tally's. */
async function expectEdited(id: string): Promise<void> {
  const file = (await readdir(exportFolder(id))).find((name) => name.endsWith('.otio')) ?? '';
  const { tracks } = parseOtio(await readFile(path.join(exportFolder(id), file), 'utf8'));
  const program = tracks.children.find(({ kind, name }) => kind === 'Video' && name === 'Program')?.children ?? [];
  expect(program.map(({ OTIO_SCHEMA }) => OTIO_SCHEMA)).toEqual(['Gap.1', 'Clip.2', 'Clip.2', 'Gap.1']);
  const shots = program.flatMap((item) => (item.OTIO_SCHEMA === 'Clip.2' ? [item] : []));
  expect(shots.map(({ media_references }) => media_references.DEFAULT_MEDIA.target_url)).toEqual([
    expect.stringContaining('Camera 3'),
    expect.stringContaining('Camera 1'),
  ]);
  for (const { source_range } of shots) expect(Math.abs(source_range.duration.value - 5 * fps)).toBeLessThanOrEqual(1);
}

test('twenty cuts over four cameras are where tally had them, within a frame', async () => {
  const { actor } = await makeUser();
  const { id: eventId, organizationId } = await makeEvent(actor, 'Gala');
  const streamIds: string[] = [];
  // One after another: tracks stand in the order in which cameras were added.
  for (let number = 1; number <= cameraCount; number++) {
    streamIds.push((await makeStream(actor, { eventId, name: `Camera ${number}` })).id);
  }
  const cameras = await Promise.all(
    streamIds.map(async (streamId, index) => {
      const recordingId = newId();
      // Each began at another time, between two frames of the others.
      const beganMs = startMs + index * 107;
      await makeRecording({ recordingId, startMs: beganMs, seconds: 22, fps, gopSeconds: 2, bFrames: index % 3 });
      const [startedAt, endedAt] = [new Date(beganMs), new Date(beganMs + 22_000)];
      const row = { id: recordingId, organizationId, eventId, streamId, cameraName: `Camera ${index + 1}` };
      await db().recording.create({ data: { ...row, startedAt, endedAt } });
      return { streamId, recordingId };
    }),
  );
  const cameraAt = (cut: number) => cameras[(cut * 3) % cameraCount] ?? cameras[0];
  await db().tallyChange.createMany({
    data: cutMs.map((ms, cut) => ({
      id: newId(),
      organizationId,
      eventId,
      occurredAt: new Date(startMs + ms),
      programIds: [cameraAt(cut)?.streamId ?? ''],
    })),
  });
  const mark = { id: newId(), organizationId, eventId, at: new Date(startMs + 5_000), name: 'Goal' };
  await db().eventMark.create({ data: mark });
  const settings = { DATABASE_URL: databaseEnv().DATABASE_URL, RECORDINGS_DIR: recordingsFolder() };
  const exporter = await startProgram('exporter', settings);
  const recording_ids = cameras.map(({ recordingId }) => recordingId);
  const { id } = await createExport(actor, eventId, { format: 'otioz', recording_ids });
  const edit = await createEdit(actor, eventId, { name: 'Short', cuts: cutsOfEdit(cameras) });
  const edited = await createExport(actor, eventId, { format: 'otio', recording_ids, edit_id: edit.id });
  const rowOf = (id: string) => db().recordingExport.findUniqueOrThrow({ where: { id }, include: { event: true } });
  for (const { id: made } of [{ id }, edited]) {
    await until('the export has ended', async () => !['waiting', 'running'].includes((await rowOf(made)).status), {
      timeoutMs: 60_000,
    });
    expect(await rowOf(made)).toMatchObject({ status: 'done', fault: null });
  }
  exporter.process.kill('SIGTERM');
  expect(archiveOf(await rowOf(id))?.name).toBe('Gala 2026-11-27.otioz');
  await expectEdited(edited.id);

  const folder = exportFolder(id);
  const text = await readFile(path.join(folder, 'content.otio'), 'utf8');
  const timeline = parseOtio(text);
  expect(text.match(/"name": ?"Goal"/g)).toHaveLength(1);
  const tracks = timeline.tracks.children;
  const names = tracks.map(({ kind, name }) => `${kind} ${name}`);
  expect(names.slice(0, 6)).toEqual([
    ...[4, 3, 2, 1].map((number) => `Video Camera ${number}`),
    'Video Program',
    'Audio Program',
  ]);

  const program = tracks.find(({ kind, name }) => kind === 'Video' && name === 'Program')?.children ?? [];
  // Nothing was on air before the first cut, and the last camera ends before the others.
  const schemas = program.map(({ OTIO_SCHEMA }) => OTIO_SCHEMA);
  expect(schemas).toEqual(['Gap.1', ...cutMs.map(() => 'Clip.2'), 'Gap.1']);
  const barcodes = new Map<string, number[]>();
  for (const [index, item] of program.slice(1, -1).entries()) {
    if (item.OTIO_SCHEMA !== 'Clip.2') continue;
    const media = item.media_references.DEFAULT_MEDIA;
    const file = media.target_url.replace('media/', '');
    // The cameras are made at once, in any order.
    expect(file).toMatch(new RegExp(`^0\\d Camera ${((index * 3) % cameraCount) + 1} `));
    const times = barcodes.get(file) ?? (await readBarcodes(path.join(folder, file)));
    barcodes.set(file, times);
    const first = item.source_range.start_time.value - media.available_range.start_time.value;
    const last = first + item.source_range.duration.value - 1;
    const shownMs = (frame: number) => (times[frame] ?? Number.NaN) - (startMs % 2 ** 32);
    expect(Math.abs(shownMs(first) - (cutMs[index] ?? 0)), `begin of cut ${index}`).toBeLessThanOrEqual(frameMs);
    const nextMs = cutMs[index + 1];
    // The frame after the last one is the first that is cut away.
    if (nextMs !== undefined) {
      expect(Math.abs(shownMs(last) + frameMs - nextMs), `end of cut ${index}`).toBeLessThanOrEqual(frameMs);
    }
  }
  // Each angle is whole.
  for (const { kind, name, children } of tracks.slice(0, cameraCount)) {
    expect(kind, name).toBe('Video');
    expect(children.filter(({ OTIO_SCHEMA }) => OTIO_SCHEMA === 'Clip.2')).toHaveLength(1);
  }
  exportId = id;
  holderId = actor.authSessionId;
}, 150_000);

test('OpenTimelineIO reads that bundle', async ({ skip }) => {
  const bundle = await readBundle(exportId);
  if (!bundle) return skip(isMissing);
  expect(bundle.markers).toEqual(['Goal']);
  expect(bundle.clips).toHaveLength(cutMs.length);
  for (const [index, [file, atSeconds]] of bundle.clips.entries()) {
    expect(file).toContain(`Camera ${((index * 3) % cameraCount) + 1} `);
    expect(Math.abs(atSeconds * 1_000 - (cutMs[index] ?? 0))).toBeLessThanOrEqual(frameMs);
  }
});

test('OpenTimelineIO reads shows of mixed rates, across midnight, of 2,300 cuts and 10 hours', async ({ skip }) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'sightline-shows-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const edits = shows.map(([, show]) => madeShow(show).edit);
  const written = edits.flatMap((edit, show) => [
    { edit, show, first: 0, name: `${show}.otio`, text: otioTimeline(edit, '') },
    ...editDecisionLists(edit, 'Program', edit.program).map(({ text }, list) => ({
      ...{ edit, show, text, first: list * 999, name: `${show} ${list}.edl` },
    })),
  ]);
  for (const { name, text } of written) await writeFile(path.join(folder, name), text);
  const read = await readByOpenTimelineIo(
    written.map(({ name, edit }) => [path.join(folder, name), framesPerSecond(edit.rate)]),
  );
  if (!read) return skip(isMissing);
  for (const [index, { edit, first, name }] of written.entries()) {
    const fps = framesPerSecond(edit.rate);
    const clips = edit.program
      .filter(({ media }) => media)
      .slice(first, name.endsWith('.edl') ? first + 999 : undefined);
    const found = read[index]?.clips ?? [];
    // A list's times of day wrap, and this reader counts an event across midnight as a day less.
    const day = framesPerDay(edit.rate);
    const apart = (frames: number) => Math.min(Math.abs(frames) % day, day - (Math.abs(frames) % day));
    expect(found, name).toHaveLength(clips.length);
    const begin = name.endsWith('.edl') ? (clips[0]?.start ?? 0) : 0;
    for (const [clip, [, atSeconds, seconds]] of found.entries()) {
      const { start = 0, length = 0 } = clips[clip] ?? {};
      expect(apart(atSeconds * fps - (start - begin)), `${name}, clip ${clip}`).toBeLessThan(0.5);
      expect(apart(seconds * fps - length), `${name}, length of clip ${clip}`).toBeLessThan(0.5);
    }
  }
}, 60_000);
