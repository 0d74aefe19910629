import { expect, test } from 'vitest';
import { SenderClock } from './sender-clock';

/** Browser statistics with a report that was sent at `remoteTimestamp` and arrived at `timestamp`. */
const stats = (report: { timestamp: number; remoteTimestamp: number } | null): RTCStatsReport =>
  new Map<string, object>([
    ['pair', { type: 'candidate-pair', nominated: true, currentRoundTripTime: 0.02 }],
    ...(report ? ([['report', { type: 'remote-outbound-rtp', ...report }]] as const) : []),
  ]);

test('is known by the sender report that was least delayed, less half a round trip', () => {
  const clock = new SenderClock();
  clock.update(stats(null));
  expect(clock.offsetMs).toBeNull();
  clock.update(stats({ timestamp: 10_050, remoteTimestamp: 9_000 }));
  expect(clock.offsetMs).toBe(1_040);
  clock.update(stats({ timestamp: 15_030, remoteTimestamp: 14_000 }));
  expect(clock.offsetMs).toBe(1_020);
  clock.update(stats({ timestamp: 20_300, remoteTimestamp: 19_000 }));
  expect(clock.offsetMs, 'a late report says nothing').toBe(1_020);
});

test('follows a clock that drifts', () => {
  const clock = new SenderClock();
  for (let report = 0; report < 20; report++) {
    clock.update(stats({ timestamp: report * 5_000 + report, remoteTimestamp: report * 5_000 + 1 }));
  }
  expect(clock.offsetMs).toBe(12 - 1 - 10);
});
