import type { Logger } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import { FaultLog } from './fault-log';

let nowMs: number;
let lines: { count: number; text: string }[];
let faults: FaultLog;

beforeEach(() => {
  nowMs = 0;
  lines = [];
  const log = { warn: ({ count }: { count: number }, text: string) => lines.push({ count, text }) };
  faults = new FaultLog(log as unknown as Logger, () => nowMs);
});

test('a cause is logged at most once in ten seconds, with its count', () => {
  for (; nowMs < 25_000; nowMs += 20) faults.add('audio', new Error('damaged'));
  expect(lines).toEqual([
    { count: 1, text: 'audio: failed' },
    { count: 501, text: 'audio: failed' },
    { count: 1_001, text: 'audio: failed' },
  ]);
});

test('a new cause, or the same elsewhere, is logged at once', () => {
  faults.add('audio', new Error('damaged'));
  faults.add('video', new Error('damaged'));
  faults.add('audio', 'no more memory');
  expect(lines.map(({ text }) => text)).toEqual(['audio: failed', 'video: failed', 'audio: failed']);
});

test('countless causes fill neither log nor memory', () => {
  for (let count = 0; count < 10_000; count++) faults.add('audio', new Error(`damaged at ${count}`));
  expect(lines).toHaveLength(51);
});
