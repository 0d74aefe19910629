import { expect, test } from 'vitest';
import { newId } from '@/lib/core/id';
import { type CameraReport, cameraReportSchema, type ReportFacts } from './reports';
import { showMoments } from './show-moments';

const startMs = Date.UTC(2026, 4, 1, 18);
const at = (second: number) => new Date(startMs + second * 1_000).toISOString();

function camera(name: string, onAir: [from: number, to: number][], lost: [from: number, seconds: number][] = []) {
  const counts = ['live_seconds', 'reconnects', 'frames_lost'];
  const figures = Object.keys(cameraReportSchema.shape).map((key) => [key, counts.includes(key) ? 0 : null]);
  return cameraReportSchema.parse({
    ...Object.fromEntries(figures),
    restart_seconds: 0,
    id: newId(),
    number: 1,
    name,
    live: [],
    on_air: onAir.map(([from, to]) => ({ from: at(from), to: at(to) })),
    on_air_seconds: onAir.reduce((sum, [from, to]) => sum + to - from, 0),
    outages: lost.map(([from, seconds]) => ({
      at: at(from),
      seconds,
      cause: 'Camera lost.',
      origin: 'network',
      fix: null,
      is_over: true,
      acknowledged: null,
    })),
    outage_seconds: lost.reduce((sum, [, seconds]) => sum + seconds, 0),
    restarts: [],
    alarms: [],
    problems: [],
  });
}

const momentsOf = (...cameras: CameraReport[]) => {
  const facts: ReportFacts = {
    event_id: newId(),
    event_name: 'Derby',
    time_zone: 'UTC',
    starts_at: at(0),
    ends_at: at(3_600),
    made_at: at(3_600),
    latency_method: '',
    line_ups: [],
    cameras,
    destinations: [],
    stand_ins: [],
    switches: 0,
    viewers: { peak: 0, minutes: 0, member_minutes: 0, share_link_minutes: 0 },
  };
  return showMoments(facts).map(({ kind, camera: { name }, at: time, seconds }) => [
    kind,
    name,
    (Date.parse(time) - startMs) / 1_000,
    seconds,
  ]);
};

test('names the longest loss on air, the camera without trouble, and the longest shot', () => {
  const left = camera(
    'Left',
    [
      [0, 600],
      [900, 1_000],
    ],
    [
      [100, 5],
      [950, 20],
      [2_000, 300],
    ],
  );
  expect(momentsOf(left, camera('Right', [[600, 900]]), camera('Off air', []))).toEqual([
    ['worst', 'Left', 950, 325],
    ['best', 'Right', 610, 300],
    ['longest', 'Left', 0, 600],
  ]);
});

test('the camera of the worst moment is not the best one, even where every other did worse', () => {
  const left = camera('Left', [[0, 600]], [[100, 20]]);
  const right = camera(
    'Right',
    [[600, 900]],
    [
      [610, 10],
      [2_000, 300],
    ],
  );
  expect(momentsOf(left, right)).toEqual([
    ['worst', 'Left', 100, 20],
    ['best', 'Right', 610, 300],
    ['longest', 'Left', 0, 600],
  ]);
  expect(momentsOf(left, camera('Off air', [], [[0, 900]]))).toEqual([
    ['worst', 'Left', 100, 20],
    ['longest', 'Left', 0, 600],
  ]);
});

test('no two moments share a picture: the longest shot shows a later one, or none', () => {
  const lost = camera('Left', [[0, 600]], [[5, 20]]);
  expect(momentsOf(lost)).toEqual([
    ['worst', 'Left', 5, 20],
    ['longest', 'Left', 35, 600],
  ]);
  expect(momentsOf(camera('Left', [[0, 30]], [[5, 20]]))).toEqual([['worst', 'Left', 5, 20]]);
  // The best camera's picture is of its longest shot, too.
  expect(momentsOf(camera('Left', [[0, 600]]), camera('Right', [[600, 900]]))).toEqual([
    ['best', 'Left', 10, 600],
    ['longest', 'Left', 40, 600],
  ]);
});

test('a show that nothing happened to has no worst moment, and one camera alone is not the best', () => {
  expect(momentsOf(camera('Left', [[10, 14]]))).toEqual([['longest', 'Left', 10, 4]]);
  expect(momentsOf(camera('Left', []))).toEqual([]);
  // Shots that meet are one; the picture of a short one is of its middle, and leaves none for the longest shot.
  const right = camera('Right', [
    [20, 22],
    [22, 24],
  ]);
  expect(momentsOf(camera('Left', [[10, 13]]), right)).toEqual([['best', 'Right', 22, 4]]);
});
