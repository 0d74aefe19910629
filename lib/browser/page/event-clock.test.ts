import { expect, test } from 'vitest';
import { clockAheadMs, eventClock } from './event-clock';

const atMs = Date.UTC(2026, 4, 2, 7, 30);

test.each([
  ['America/Los_Angeles', 'Asia/Tokyo', /\b(12:30|0?0:30)/, 'Los Angeles'],
  ['Asia/Kathmandu', 'Europe/Berlin', /\b0?1:15|13:15/, 'Kathmandu'],
  // Both clocks show the same, so there is nothing to name.
  ['Europe/Paris', 'Europe/Berlin', /\b0?9:30/, null],
  // Nobody gave this event a zone, and this browser knows none of that name.
  ['UTC', 'Asia/Tokyo', /\b(16|0?4):30/, null],
  ['Mars/Olympus', 'Asia/Tokyo', /\b(16|0?4):30/, null],
  [undefined, 'Asia/Tokyo', /\b(16|0?4):30/, null],
])('an event of %s, read in %s', (timeZone, readersZone, time, place) => {
  const clock = eventClock(timeZone, readersZone);
  expect(clock.toMinute(atMs)).toMatch(time);
  expect(clock.toSecond(new Date(atMs))).toMatch(time);
  expect(clock.dayToMinute(atMs)).toMatch(time);
  expect(clock.placeAt(atMs)).toBe(place);
});

test('a day is the one at the event', () => {
  const hourMs = 3_600_000;
  const clock = eventClock('America/Los_Angeles', 'Asia/Tokyo');
  expect(clock.dayToMinute(atMs - hourMs)).toMatch(/\b0?1\b/);
  expect(clock.dayToMinute(atMs - hourMs)).not.toBe(eventClock('Asia/Tokyo').dayToMinute(atMs - hourMs));
  expect(clockAheadMs(clock, atMs)).toBe(-7 * hourMs);
});
