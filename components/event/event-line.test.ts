import { expect, test } from 'vitest';
import type { CurrentRecording } from '@/lib/contracts/recordings';
import { diskTimeMs, showWords } from './event-line';

const nowMs = Date.parse('2026-05-01T20:00:00Z');
const at = (time: string) => `2026-05-01T${time}Z`;

test.each([
  ['before it', at('20:01:05'), null, false, 'Starts in 1:05'],
  ['days before it', '2026-05-09T20:00:00Z', null, false, null],
  ['on air', at('19:17:50'), at('21:00:00'), true, 'On air 42:10'],
  ['with nothing on air', at('18:00:00'), null, false, 'On for 2:00:00'],
  ['after its end', at('18:00:00'), at('19:00:00'), false, null],
  ['still on air after its end', at('18:00:00'), at('19:00:00'), true, 'On air'],
  ['a day later, without an end', '2026-04-29T20:00:00Z', null, false, null],
  ['on air, and nobody said when', null, null, true, 'On air'],
])('a show %s', (_, starts_at, ends_at, isOnAir, words) => {
  expect(showWords(nowMs, { starts_at, ends_at }, isOnAir)).toBe(words);
});

const recording = (changes: Partial<CurrentRecording>): CurrentRecording => ({
  id: '',
  started_at: at('19:50:00'),
  size_bytes: 600e6,
  behind_ms: 0,
  free_percent: 50,
  free_bytes: 36e9,
  fault: null,
  upload: null,
  ...changes,
});

test.each<[string, Partial<CurrentRecording>[], number | null]>([
  ['nothing is recorded', [], null],
  // 1 MB a second.
  ['one', [{}], 10 * 3_600_000],
  ['two, of which one has less space', [{}, { free_bytes: 7.2e9 }], 3_600_000],
  ['one that has just begun is not counted yet', [{}, { started_at: at('19:59:55') }], 10 * 3_600_000],
  ['a worker of before does not tell', [{ free_bytes: null }], null],
  ['a bucket', [{ upload: { waiting_bytes: 0, behind_ms: 0, fault: null } }], null],
])('the disk suffices: %s', (_, recordings, ms) => {
  const found = diskTimeMs(recordings.map(recording), nowMs);
  if (ms === null) expect(found).toBeNull();
  else expect(found).toBeCloseTo(ms, -1);
});
