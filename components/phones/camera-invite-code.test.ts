import { expect, test } from 'vitest';
import { formatTime } from '@/lib/browser/page/format-time';
import { cameraInviteState, isInviteOpen } from './camera-invite-code';

const nowMs = Date.parse('2026-11-27T12:00:00.000Z');
const later = '2026-11-28T12:00:00.000Z';
const earlier = '2026-11-26T12:00:00.000Z';
const invite = { revoked_at: null, expires_at: later, uses: 0, max_uses: 1 };

test.each<[object, string, boolean]>([
  [{}, `0 of 1 phone joined · open until ${formatTime(new Date(later))}`, true],
  [{ uses: 2, max_uses: 5 }, `2 of 5 phones joined · open until ${formatTime(new Date(later))}`, true],
  [{ uses: 1 }, '1 of 1 phone joined', false],
  [{ expires_at: earlier }, `0 of 1 phone joined · expired ${formatTime(new Date(earlier))}`, false],
  [{ revoked_at: earlier, uses: 1 }, 'Revoked', false],
])('%j is shown as %s', (change, words, isOpen) => {
  const shown = Object.assign({}, invite, change);
  expect(cameraInviteState(shown, nowMs)).toBe(words);
  expect(isInviteOpen(shown, nowMs)).toBe(isOpen);
});
