import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { newId } from '@/lib/core/id';
import { RecordingFolders } from './recording-folders';

test('a worker that records goes on while a gateway that has just started makes sure of the folder', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'recording-folders-'));
  const folders = new RecordingFolders({ directory });
  const recordingId = newId();
  const task = { recordingId, folder: path.join(directory, recordingId) };
  // Undefined: go on. Null would end the recording.
  expect(folders.taskFor(recordingId)).toBeUndefined();
  await expect.poll(() => folders.taskFor(recordingId)).toEqual(task);
  expect((await stat(task.folder)).isDirectory()).toBe(true);
  expect(folders.taskFor(null)).toBeNull();
  await rm(directory, { recursive: true });
});

test('nothing is recorded by the workers of a gateway without a folder', () => {
  expect(new RecordingFolders({ directory: undefined }).taskFor(newId())).toBeNull();
});
