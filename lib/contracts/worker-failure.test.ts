import { expect, test } from 'vitest';
import { reasonOf, workerFailure } from './worker-failure';
import { workerFailureSchema } from './worker-protocol';

const clock = { code: 'livekit_clock', figures: {} } as const;
const inWords = "LiveKit's clock and this server's are not the same. Set both by NTP.";

test('a failure has its code for this version, and its words for the version before', () => {
  const failure = workerFailure(clock, { retryable: true });
  expect(failure).toEqual({ codedReason: clock, reason: inWords, retryable: true });
  expect(reasonOf(workerFailureSchema.parse(failure))).toEqual(clock);
});

test.each([
  ['the version before, which sends words', { reason: 'It broke.', retryable: false }],
  [
    'a newer version, whose code is not known',
    { reason: 'It broke.', codedReason: { code: 'melted', figures: {} }, retryable: false },
  ],
])('a worker of %s is understood', (_, sent) => {
  expect(reasonOf(workerFailureSchema.parse(sent))).toEqual({ code: 'as_said', figures: { sentence: 'It broke.' } });
});
