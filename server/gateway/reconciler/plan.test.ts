import { describe, expect, test } from 'vitest';
import type { StreamMedia } from '@/lib/contracts/streams';
import type { LeasedStream } from '../store/leased-stream';
import { type PlanLimits, plan, type Supervised, type SupervisedWorker } from './plan';

const nowMs = 100_000;
const limits: PlanLimits = { startWithinMs: 15_000, reportWithinMs: 5_000, maxFailures: 3 };

const streamThatIs = (status: LeasedStream['status'], changes: Partial<LeasedStream> = {}): LeasedStream => ({
  ...{ id: 'stream', eventId: 'event', name: 'Camera 1', streamKey: 'key', participantIdentity: 'camera' },
  ...{ passphrase: null, status, signal: 'none', media: null, findings: [], generation: 4, ...changes },
});

const hevc: StreamMedia = {
  video: { codec: 'hevc', profile: 'Main', width: 1920, height: 1080 },
  ...{ audio: null, mode: 'transcoded', reason: 'HEVC.' },
};
const none: Supervised = { worker: null, failures: 0, lastFailure: '', retryAtMs: 0 };
const failed = (failures: number, retryAtMs = 0): Supervised => ({
  ...none,
  failures,
  lastFailure: 'exit code 1',
  retryAtMs,
});
const worker = (changes: Partial<SupervisedWorker>): Supervised => ({
  ...none,
  worker: {
    ...{ generation: 4, notReadySinceMs: null, lastReportAtMs: nowMs, signal: 'none', media: null },
    ...{ stopping: false, ...changes },
  },
});
const ready = worker({});
const starting = worker({ notReadySinceMs: nowMs - 100 });
const stopping = worker({ stopping: true });

const rows: [string, LeasedStream | null, Supervised | undefined, string[]][] = [
  ['a new stream', streamThatIs('provisioning'), undefined, ['start_worker']],
  ['a stream of a gateway that died', streamThatIs('active'), undefined, ['mark_claimed', 'start_worker']],
  ['a worker that is starting', streamThatIs('provisioning'), starting, []],
  ['a worker that became ready', streamThatIs('provisioning'), ready, ['mark_ready']],
  ['a worker at work', streamThatIs('active'), ready, []],
  ['a camera that came', streamThatIs('active'), worker({ signal: 'live' }), ['record_signal']],
  ['a picture that became known', streamThatIs('active'), worker({ media: hevc }), ['record_media']],
  ['a picture that is known', streamThatIs('active', { media: hevc }), worker({ media: { ...hevc } }), []],
  ['a picture that the worker before this one knew', streamThatIs('active', { media: hevc }), ready, ['record_media']],
  [
    'a worker ready and live at once',
    streamThatIs('provisioning'),
    worker({ signal: 'live' }),
    ['mark_ready', 'record_signal'],
  ],
  [
    'a camera seen before the worker is ready',
    streamThatIs('provisioning'),
    worker({ notReadySinceMs: nowMs, signal: 'live' }),
    [],
  ],
  ['a worker that died', streamThatIs('active'), failed(1), ['mark_lost', 'start_worker']],
  ['a worker that died, before its next try', streamThatIs('active'), failed(1, nowMs + 1), ['mark_lost']],
  ['a try that is due', streamThatIs('provisioning'), failed(2, nowMs), ['start_worker']],
  ['a try that is not due', streamThatIs('provisioning'), failed(2, nowMs + 1), []],
  ['one failure too many', streamThatIs('provisioning'), failed(3), ['mark_failed']],
  ['one failure too many, at work', streamThatIs('active'), failed(3), ['mark_lost', 'mark_failed']],
  [
    'a worker that is never heard of',
    streamThatIs('provisioning'),
    worker({ notReadySinceMs: nowMs - 15_001, lastReportAtMs: nowMs - 15_001 }),
    ['kill_worker'],
  ],
  [
    'a worker that answers, while LiveKit has been away for an hour',
    streamThatIs('provisioning'),
    worker({ notReadySinceMs: nowMs - 3_600_000 }),
    [],
  ],
  [
    'a worker that lost its room and fell silent',
    streamThatIs('active'),
    worker({ notReadySinceMs: nowMs - 20_000, lastReportAtMs: nowMs - 15_001 }),
    ['mark_lost', 'kill_worker'],
  ],
  ['a worker that lost its room', streamThatIs('active'), starting, ['mark_lost']],
  ['a worker that fell silent', streamThatIs('active'), worker({ lastReportAtMs: nowMs - 5_001 }), ['kill_worker']],
  ['a worker of an older press of On', streamThatIs('provisioning', { generation: 5 }), ready, ['stop_worker']],
  ['On pressed while the worker is stopping', streamThatIs('provisioning', { generation: 5 }), stopping, []],
  ['Off', streamThatIs('stopping'), ready, ['stop_worker']],
  ['Off while starting', streamThatIs('stopping'), starting, ['stop_worker']],
  ['Off, and the worker is stopping', streamThatIs('stopping'), stopping, []],
  ['Off, and the worker has ended', streamThatIs('stopping'), none, ['mark_stopped']],
  ['Off while waiting for the next try', streamThatIs('stopping'), failed(2, nowMs + 1_000), ['mark_stopped']],
  ['Off of a stream that never had a worker here', streamThatIs('stopping'), undefined, ['mark_stopped']],
  ['a stream in error, with a worker left', streamThatIs('error'), ready, ['stop_worker']],
  ['a stream that was deleted or is leased by another', null, ready, ['stop_worker']],
  ['the same, and the worker is stopping', null, stopping, []],
  ['the same, and nothing left', null, none, []],
];

test.each(rows)('%s', (_, stream, known, expected) => {
  expect(plan(stream, known, nowMs, limits).map(({ type }) => type)).toEqual(expected);
});

describe('the user is told why', () => {
  test('when a worker is lost', () => {
    expect(plan(streamThatIs('active'), failed(1), nowMs, limits)[0]).toMatchObject({
      reason: expect.stringContaining('exit code 1'),
    });
  });

  test('when the supervisor gives up', () => {
    expect(plan(streamThatIs('provisioning'), failed(3), nowMs, limits)[0]).toMatchObject({
      reason: expect.stringMatching(/3 times in a row.*exit code 1/),
    });
  });
});
