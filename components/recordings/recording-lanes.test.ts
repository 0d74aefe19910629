import { expect, test } from 'vitest';
import type { RecordingJson, RecordingTimeline } from '@/lib/contracts/recordings';
import {
  findMoment,
  findRecording,
  type LaneRecording,
  lanesOf,
  openingMs,
  sessionsOf,
  thumbnailAt,
} from './recording-lanes';

const hourMs = 3_600_000;

function recorded(streamId: string | null, id: string, startsMs: number[], durationMs = 1_000): LaneRecording {
  const recording: RecordingJson = {
    id,
    type: 'recording',
    attributes: {
      event_id: 'event',
      stream_id: streamId,
      camera_name: `Camera ${streamId ?? id}`,
      started_at: new Date(startsMs[0] ?? 0).toISOString(),
      ended_at: null,
      offset_ms: 0,
      size_bytes: 1,
      upload: null,
    },
  };
  const timeline: RecordingTimeline = {
    parts: startsMs.map((startMs) => ({
      start_us: startMs * 1_000,
      duration_us: durationMs * 1_000,
      begins_run: false,
    })),
    runs: [],
    format: null,
    playlist_url: '',
    thumbnails: startsMs.map((startMs) => ({ at_us: startMs * 1_000, url: `${id}/${startMs}` })),
  };
  return { recording, timeline };
}

test('a lane is a camera: its recordings are one behind the other, those of deleted cameras each by itself', () => {
  const lanes = lanesOf([
    recorded('a', '1', [0]),
    recorded('b', '2', [0]),
    recorded('a', '3', [5_000]),
    recorded(null, '4', [0]),
  ]);
  expect(lanes.map(({ id, recordings }) => [id, recordings.length])).toEqual([
    ['a', 2],
    ['b', 1],
    ['4', 1],
  ]);
});

test('stretches have no gaps, and shows an hour apart are two', () => {
  const lanes = lanesOf([recorded('a', '1', [0, 1_000, 2_040, 10_000]), recorded('b', '2', [2 * hourMs])]);
  expect(lanes.map(({ stretches }) => stretches)).toEqual([
    [
      { startMs: 0, endMs: 3_040 },
      { startMs: 10_000, endMs: 11_000 },
    ],
    [{ startMs: 2 * hourMs, endMs: 2 * hourMs + 1_000 }],
  ]);
  expect(sessionsOf(lanes)).toEqual([
    { startMs: 0, endMs: 11_000 },
    { startMs: 2 * hourMs, endMs: 2 * hourMs + 1_000 },
  ]);
});

test.each([
  [-1, null],
  [0, { index: 0, intoMs: 0 }],
  [1_500, { index: 1, intoMs: 500 }],
  [2_000, null],
  [9_999, null],
  [10_250, { index: 2, intoMs: 250 }],
  [11_000, null],
])('at %i ms', (atMs, moment) => {
  expect(findMoment(recorded('a', '1', [0, 1_000, 10_000]).timeline, atMs)).toEqual(moment);
});

test('of several recordings the one that has the moment counts', () => {
  const [lane] = lanesOf([recorded('a', '1', [0]), recorded('a', '2', [5_000])]);
  if (!lane) throw new Error('no lane');
  expect(findRecording(lane, 5_500)?.recording.id).toBe('2');
  expect(findRecording(lane, 3_000)).toBeNull();
  expect(findMoment({ parts: [] }, 0)).toBeNull();
});

test('a show opens once the cameras that began it together have a picture', () => {
  const lanes = lanesOf([recorded('a', '1', [1_000]), recorded('b', '2', [3_500]), recorded('c', '3', [60_000])]);
  const session = { startMs: 1_000, endMs: 61_000 };
  expect(openingMs(lanes, [], session)).toBe(3_500);
  expect(openingMs(lanes, [{ atMs: 2_000, cameraId: 'a' }], session)).toBe(3_500);
  expect(openingMs(lanes, [{ atMs: 8_000, cameraId: 'a' }], session)).toBe(8_000);
});

test('a thumbnail is the last one before a moment, and none of a moment without a recording or far from it', () => {
  const [lane] = lanesOf([recorded('a', '1', [0, 10_000]), recorded('a', '2', [60_000], 40_000)]);
  if (!lane) throw new Error('No lane');
  const shown = [0, 500, 10_400, 5_000, 61_000, 96_000].map((atMs) => thumbnailAt(lane, atMs));
  expect(shown).toEqual(['1/0', '1/0', '1/10000', null, '2/60000', null]);
});
