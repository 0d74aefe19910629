import { afterEach, expect, test, vi } from 'vitest';
import { readTimes, timesWords, toField } from './event-times';

afterEach(() => vi.unstubAllEnvs());

test.each(['UTC', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Auckland'])('a time keeps its value in %s', (zone) => {
  vi.stubEnv('TZ', zone);
  for (const starts_at of ['2026-05-01T19:00:00.000Z', '2026-12-31T23:59:00.000Z']) {
    const form = new FormData();
    form.set('starts_at', toField(starts_at));
    form.set('ends_at', '');
    expect(readTimes(form)).toEqual({ starts_at, ends_at: null });
  }
});

test('fields show the clock of where the user is', () => {
  vi.stubEnv('TZ', 'Asia/Kathmandu');
  expect(toField('2026-05-01T19:00:00.000Z')).toBe('2026-05-02T00:45');
  expect(toField(null)).toBe('');
});

test('words say what is known', () => {
  vi.stubEnv('TZ', 'UTC');
  const [starts_at, ends_at] = ['2026-05-01T19:00:00.000Z', '2026-05-01T21:30:00.000Z'];
  expect(timesWords({ starts_at, ends_at })).toMatch(/May.*(19|7):00.*(21|9):30/);
  expect(timesWords({ starts_at, ends_at: null })).toMatch(/^From .*(19|7):00/);
  expect(timesWords({ starts_at: null, ends_at })).toMatch(/^Until .*(21|9):30/);
  expect(timesWords({ starts_at: null, ends_at: null })).toBeNull();
});
