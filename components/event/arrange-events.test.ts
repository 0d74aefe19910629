import { afterAll, describe, expect, test, vi } from 'vitest';
import type { EventSummaryJson } from '@/lib/contracts/events';
import type { StreamJson } from '@/lib/contracts/streams';
import { arrangeEvents } from './arrange-events';

vi.stubEnv('TZ', 'Europe/Berlin');
afterAll(() => vi.unstubAllEnvs());

const now = new Date('2026-05-01T12:00:00+02:00');

function event(name: string, starts_at: string | null, ends_at: string | null, made = 1): EventSummaryJson {
  const attributes = { name, starts_at, ends_at, created_at: `2026-04-${String(made).padStart(2, '0')}T00:00:00Z` };
  return { id: name, type: 'event', attributes } as EventSummaryJson;
}
const camera = (event_id: string, status: string) => ({ id: event_id, attributes: { event_id, status } }) as StreamJson;

const events = [
  event('second undated', null, null, 2),
  event('over long ago', '2026-03-01T10:00:00Z', '2026-03-01T12:00:00Z'),
  event('first undated', null, null, 1),
  event('next week', '2026-05-08T10:00:00Z', null),
  event('tomorrow', '2026-05-02T10:00:00Z', '2026-05-02T12:00:00Z'),
  event('over yesterday', null, '2026-04-30T21:59:00Z'),
  event('tonight', '2026-05-01T18:00:00Z', null),
  event('since last week', '2026-04-24T10:00:00Z', '2026-05-03T10:00:00Z'),
  event('on', '2026-06-01T10:00:00Z', null),
  event('off', '2026-06-01T10:00:00Z', null),
];
const streams = [camera('on', 'active'), camera('off', 'stopped')];
const names = (search: string) => arrangeEvents(events, streams, search, now).map(({ id }) => id);

describe('arrangeEvents', () => {
  test('live first, then today, then by date', () => {
    expect(names('')).toEqual([
      'on',
      'since last week',
      'tonight',
      'tomorrow',
      'next week',
      'off',
      'first undated',
      'second undated',
      'over yesterday',
      'over long ago',
    ]);
  });

  test('a search finds words of the name in any order and case', () => {
    expect(names('WEEK next')).toEqual(['next week']);
    expect(names(' week ')).toEqual(['since last week', 'next week']);
    expect(names('weekend')).toEqual([]);
  });

  test('each event has its own cameras', () => {
    const [first] = arrangeEvents(events, streams, 'on', now);
    expect(first?.streams).toEqual([streams[0]]);
  });
});
