import { expect, test } from 'vitest';
import { formatClock, formatClockIn } from './format-time';

const at = new Date('2026-11-29T03:30:00Z');
const own = Intl.DateTimeFormat().resolvedOptions().timeZone;

test('the clock of another zone is told, and that of this one is not told twice', () => {
  expect(formatClockIn(at, own)).toBeNull();
  expect(formatClockIn(at, 'Mars/Olympus')).toBeNull();
  const zones = ['America/New_York', 'Asia/Kathmandu'].filter((zone) => zone !== own);
  for (const zone of zones) expect(formatClockIn(at, zone)).not.toBe(formatClock(at));
  if (zones.includes('America/New_York')) expect(formatClockIn(at, 'America/New_York')).toMatch(/10:30:00|22:30:00/);
});
