import { describe, expect, test } from 'vitest';
import { eventClock } from '@/lib/browser/page/event-clock';
import type { ShareLinkJson } from '@/lib/contracts/share-links';
import { shareLinkRights, shareLinkState, shareLinkUse } from './share-link-words';

const link = (changes: Partial<ShareLinkJson['attributes']> = {}): ShareLinkJson['attributes'] => ({
  name: 'The client',
  event_id: 'event',
  stream_ids: null,
  can_hear: false,
  has_password: false,
  max_viewers: null,
  expires_at: '2026-11-22T12:00:00.000Z',
  revoked_at: null,
  created_at: '2026-11-22T08:00:00.000Z',
  created_by: 'Ada',
  path: null,
  recorded: null,
  follows: false,
  can_comment: false,
  program: null,
  comments: 0,
  viewers: 0,
  surplus_viewers: 0,
  viewer_minutes: 0,
  ...changes,
});

test.each([
  [link(), 'All cameras · picture only'],
  [link({ follows: true }), 'All cameras · picture only · follows the director'],
  [link({ stream_ids: ['a'], can_hear: true }), '1 camera · picture and sound'],
  [
    link({ stream_ids: ['a', 'b'], has_password: true, max_viewers: 1 }),
    '2 cameras · picture only · password · at most 1 viewer',
  ],
  [
    link({ can_hear: true, recorded: { starts_at: '2026-11-22T12:00:00.000Z', ends_at: '2026-11-22T12:01:10.000Z' } }),
    expect.stringMatching(/^Recorded Nov 2\d, .*\d:\d\d:00.*\d:\d\d:10.* · All cameras · picture and sound$/),
  ],
])('what it lets people do', (attributes, words) =>
  expect(shareLinkRights(attributes, eventClock(undefined))).toEqual(words),
);

describe('whether it opens', () => {
  const atMs = (time: string) => Date.parse(`2026-11-22T${time}Z`);
  test('before and after it expires', () => {
    expect(shareLinkState(link(), atMs('11:59:59'))).toMatch(/^Open until /);
    expect(shareLinkState(link(), atMs('12:00:00'))).toMatch(/^Expired /);
  });
  test('not once it is revoked', () => {
    expect(shareLinkState(link({ revoked_at: '2026-11-22T09:00:00.000Z' }), atMs('09:30:00'))).toBe('Revoked');
  });
});

test('how much it is used', () => {
  expect(shareLinkUse(link())).toBe('0 people watching · 0 viewer minutes');
  expect(shareLinkUse(link({ viewers: 1, viewer_minutes: 1_234 }))).toBe('1 person watching · 1,234 viewer minutes');
  expect(shareLinkUse(link({ viewers: 2, surplus_viewers: 3 }))).toBe(
    '2 people watching · 0 viewer minutes · 3 people removed for want of a place',
  );
});
