import { expect, onTestFinished, test } from 'vitest';
import type { ReplayTask } from '@/lib/contracts/worker-protocol';
import { newId } from '@/lib/core/id';
import { openBus } from '@/lib/platform/bus/open-bus';
import { db } from '@/lib/platform/db/db';
import { directReplay } from '@/lib/use-cases/streams/direct-replay';
import { type DirectReplaysOptions, directReplays } from '@/server/gateway/programs/direct-replays';
import { makeStream, makeUser } from '../support/api/factories';
import { until } from '../support/until';

test('the worker of a replay is told of each command, by the times of the recording itself', async () => {
  const { actor } = await makeUser();
  const camera = await makeStream(actor, { name: 'Pulpit' });
  const { id } = await makeStream(actor, { eventId: camera.eventId });
  const replay = await db().stream.update({ where: { id }, data: { sourceKind: 'replay' } });
  const { organizationId, eventId } = camera;
  const startedAt = new Date('2026-11-01T12:00:00Z');
  const recording = { organizationId, eventId, streamId: camera.id, cameraName: 'Pulpit', startedAt, offsetMs: 40 };
  const { id: recordingId } = await db().recording.create({ data: { id: newId(), ...recording } });
  const address = { host: '127.0.0.1', inputPort: 1, outputPort: 2, controlPort: 3 };
  const worker = { workerId: 'worker-replay', stopping: false, address };
  const tasks: ReplayTask[] = [];
  const director = directReplays({
    streams: { values: () => [{ stream: replay, worker }] } as unknown as DirectReplaysOptions['streams'],
    control: {
      async showReplay(workerId, to, task) {
        expect([workerId, to]).toEqual([worker.workerId, address]);
        tasks.push(task);
      },
    },
    recordings: { folderOf: (recorded) => `/recordings/${recorded}` },
    bus: openBus(),
  });
  await director.start();
  onTestFinished(() => director.stop());
  await until('it is told that nothing is cued', () => tasks.some(({ clip }) => clip === null));
  const clip = { camera_id: camera.id, from: '2026-11-01T12:01:00Z', to: '2026-11-01T12:01:10Z', last_seconds: 10 };
  await directReplay(actor, id, { clip, state: 'playing', speed: 0.25 });
  const task = await until('it is told of the clip', () => tasks.findLast((told) => told.clip !== null));
  expect(task).toMatchObject({
    clip: {
      folder: `/recordings/${recordingId}`,
      fromMs: Date.parse(clip.from) - 40,
      toMs: Date.parse(clip.to) - 40,
    },
    state: 'playing',
    speed: 0.25,
    fps: 30,
  });
  await directReplay(actor, id, { state: 'paused' });
  const paused = await until('it is told to pause', () => tasks.findLast(({ state }) => state === 'paused'));
  expect(paused.clip?.cue).toBe(task.clip?.cue);
  expect(paused.sinceMs).toBeGreaterThan(task.sinceMs);
});
