import { expect, test } from 'vitest';
import { TaskChange } from './mux-process';
import type { CopyTask } from './muxer/mux-task';

const newTask = (): CopyTask => ({
  kind: 'copy',
  file: 'camera.mov',
  format: 'mov',
  startUs: 0,
  localStartUs: 0,
  durationUs: 1e6,
  leadBytes: 0,
});

test('a later pass keeps what earlier ones have asked: tracks that are left out, and decoded sound', () => {
  const task = newTask();
  new TaskChange('empty', { leftOut: [1] }).applyTo(task);
  new TaskChange('changing', { decodesAudio: true }).applyTo(task);
  new TaskChange('empty once decoded', { leftOut: [3] }).applyTo(task);
  expect(task).toEqual({ ...newTask(), leftOut: [1, 3], decodesAudio: true });
});
