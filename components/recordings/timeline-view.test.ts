import { expect, test } from 'vitest';
import { hourMs, minuteMs, secondMs } from '@/lib/core/durations';
import { following, rulerMoments, zoomed } from './timeline-view';

const session = { startMs: 0, endMs: 10 * hourMs };
const lengthOf = ({ startMs, endMs }: typeof session) => endMs - startMs;

test('zooms around a moment, which keeps its place', () => {
  const view = zoomed(session, session, 2, 4 * hourMs);
  expect(view).toEqual({ startMs: 2 * hourMs, endMs: 7 * hourMs });
  expect(zoomed(view, session, 0.5, 4 * hourMs)).toEqual(session);
});

test('shows no more than the show, and no less than single frames', () => {
  expect(zoomed(session, session, 0.1, hourMs)).toEqual(session);
  let view = session;
  for (let times = 0; times < 100; times++) view = zoomed(view, session, 2, 9.99 * hourMs);
  expect(lengthOf(view)).toBe(500);
  expect(view.endMs).toBeLessThanOrEqual(session.endMs);
  const short = { startMs: 0, endMs: 200 };
  expect(zoomed(short, short, 8, 100)).toEqual(short);
});

test('follows the clock by a page, and stands still while it is in sight', () => {
  const view = { startMs: hourMs, endMs: 2 * hourMs };
  expect(following(view, session, 1.5 * hourMs)).toBe(view);
  const next = following(view, session, 2.2 * hourMs);
  expect(lengthOf(next)).toBeCloseTo(hourMs);
  expect(2.2 * hourMs - next.startMs).toBeCloseTo(hourMs / 10);
  expect(following(view, session, session.endMs)).toEqual({ startMs: 9 * hourMs, endMs: session.endMs });
});

test.each([
  ['a day', 24 * hourMs, 180 * minuteMs],
  ['ten hours', 10 * hourMs, 120 * minuteMs],
  ['an hour', hourMs, 10 * minuteMs],
  ['a minute', minuteMs, 10 * secondMs],
  ['half a second', 500, 100],
])('the ruler names whole moments of %s', (_, lengthMs, stepMs) => {
  const moments = rulerMoments({ startMs: 30, endMs: 30 + lengthMs }, 8);
  expect(moments.length).toBeLessThanOrEqual(8);
  expect(moments.length).toBeGreaterThan(2);
  expect((moments[1] ?? 0) - (moments[0] ?? 0)).toBeCloseTo(stepMs);
});
