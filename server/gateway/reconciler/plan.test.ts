import { describe, expect, test } from 'vitest';
import { defaultAlarms } from '@/lib/contracts/alarms/alarms';
import { asSaid, sentenceOf } from '@/lib/contracts/catalogue/catalogue';
import type { StreamMedia } from '@/lib/contracts/stream-media';
import type { LeasedStream } from '../store/leased-stream';
import { type PlanLimits, type PlannedStream, type PlannedWorker, plan } from './plan';

const nowMs = 100_000;
const limits: PlanLimits = { startWithinMs: 15_000, reportWithinMs: 5_000, maxFailures: 3 };
const address = { host: '127.20.0.1', inputPort: 20_011, outputPort: 20_012, controlPort: 20_013 };

const streamThatIs = (status: LeasedStream['status'], changes: Partial<LeasedStream> = {}): LeasedStream => ({
  id: 'stream',
  organizationId: 'organization',
  eventId: 'event',
  eventName: 'Event',
  name: 'Camera 1',
  number: 1,
  sourceKind: 'srt',
  pullTarget: null,
  fileSource: null,
  streamKey: 'key',
  viewKey: 'view-key',
  participantIdentity: 'camera',
  passphrase: null,
  program: null,
  audioTrack: null,
  audioDelayMs: 0,
  spare: null,
  latency: 'internet',
  rttMs: null,
  bondedLinks: null,
  status,
  signal: 'none',
  lostAt: null,
  media: null,
  findings: [],
  alarms: defaultAlarms,
  alarmsMutedUntil: null,
  generation: 4,
  recordingId: null,
  playersDelayMs: null,
  worker: { workerId: 'worker-a', node: 'node', address },
  shareLinks: [],
  destinations: [],
  ...changes,
});

const hevc: StreamMedia = {
  video: { codec: 'hevc', profile: 'Main', width: 1920, height: 1080 },
  audio: null,
  mode: 'transcoded',
  reason: 'HEVC.',
};
const none: PlannedStream = { worker: null, failures: 0, lastFailure: null, isFinal: false, retryAtMs: 0 };
const failed = (failures: number, retryAtMs = 0): PlannedStream => ({
  ...none,
  failures,
  lastFailure: asSaid('The encoder broke.'),
  retryAtMs,
});
const failedForGood: PlannedStream = { ...failed(1), isFinal: true };
const worker = (changes: Partial<PlannedWorker>): PlannedStream => ({
  ...none,
  worker: {
    workerId: 'worker-a',
    phase: 'running',
    generation: 4,
    address,
    notReadySinceMs: null,
    lastReportAtMs: nowMs,
    lastAnswerAtMs: Number.NEGATIVE_INFINITY,
    waitedMs: 0,
    signal: 'none',
    media: null,
    stopping: false,
    ...changes,
  },
});
const ready = worker({});
const starting = worker({ notReadySinceMs: nowMs - 100 });
const stopping = worker({ stopping: true });
const found = worker({ phase: 'found', notReadySinceMs: nowMs });
const queued = worker({ phase: 'queued', notReadySinceMs: nowMs });
const unrecorded = streamThatIs('provisioning', { worker: { workerId: 'worker-a', node: 'node', address: null } });

const rows: [string, LeasedStream | null, PlannedStream | undefined, string[]][] = [
  ['a worker that the row of a claimed stream names', streamThatIs('active'), found, ['contact_worker']],
  ['the same, and Off', streamThatIs('stopping'), found, ['contact_worker']],
  ['the same, and the stream belongs to another gateway', null, found, ['stop_worker']],
  ['a claimed stream whose worker is gone', streamThatIs('active'), none, ['mark_claimed', 'start_worker']],
  ['a queued worker', streamThatIs('provisioning'), queued, []],
  [
    'the same, an hour later',
    streamThatIs('provisioning'),
    worker({ phase: 'queued', lastReportAtMs: -3_600_000 }),
    [],
  ],
  ['the same, and Off', streamThatIs('stopping'), queued, ['stop_worker']],
  ['a worker whose address is not recorded', unrecorded, starting, ['record_worker']],
  ['a worker whose address is unknown', unrecorded, worker({ notReadySinceMs: nowMs, address: null }), []],
  [
    'a worker started while Postgres is away',
    streamThatIs('active', { worker: { workerId: 'worker-z', node: 'node', address } }),
    ready,
    ['record_worker'],
  ],
  ['a worker that failed for good', streamThatIs('provisioning'), failedForGood, ['mark_failed']],
  ['the same, while active', streamThatIs('active'), failedForGood, ['mark_failed']],
  ['the same, and Off', streamThatIs('stopping'), failedForGood, ['mark_stopped']],
  ['a new stream', streamThatIs('provisioning'), undefined, ['start_worker']],
  ['a stream of a dead gateway', streamThatIs('active'), undefined, ['mark_claimed', 'start_worker']],
  ['a worker that is starting', streamThatIs('provisioning'), starting, []],
  ['a worker that is ready for the first time', streamThatIs('provisioning'), ready, ['mark_ready']],
  ['a worker of an active stream', streamThatIs('active'), ready, []],
  ['a camera that goes live', streamThatIs('active'), worker({ signal: 'live' }), ['record_signal']],
  ['media that is not recorded', streamThatIs('active'), worker({ media: hevc }), ['record_media']],
  ['media that is recorded', streamThatIs('active', { media: hevc }), worker({ media: { ...hevc } }), []],
  ['media that the previous worker recorded', streamThatIs('active', { media: hevc }), ready, ['record_media']],
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
  ['a worker that died, before the next start is due', streamThatIs('active'), failed(1, nowMs + 1), ['mark_lost']],
  ['a start that is due', streamThatIs('provisioning'), failed(2, nowMs), ['start_worker']],
  ['a start that is not due', streamThatIs('provisioning'), failed(2, nowMs + 1), []],
  ['one failure too many', streamThatIs('provisioning'), failed(3), ['mark_failed']],
  ['one failure too many, while active', streamThatIs('active'), failed(3), ['mark_lost', 'mark_failed']],
  [
    'a worker that never reports',
    streamThatIs('provisioning'),
    worker({ notReadySinceMs: nowMs - 15_001, lastReportAtMs: nowMs - 15_001 }),
    ['kill_worker'],
  ],
  [
    'a worker that reports while LiveKit is away for an hour',
    streamThatIs('provisioning'),
    worker({ notReadySinceMs: nowMs - 3_600_000 }),
    [],
  ],
  [
    'a worker without its room that stops reporting',
    streamThatIs('active'),
    worker({ notReadySinceMs: nowMs - 20_000, lastReportAtMs: nowMs - 15_001 }),
    ['mark_lost', 'kill_worker'],
  ],
  ['a worker that lost its room', streamThatIs('active'), starting, ['mark_lost']],
  ['a worker that stops reporting', streamThatIs('active'), worker({ lastReportAtMs: nowMs - 5_001 }), ['kill_worker']],
  [
    'a worker whose reports are missing',
    streamThatIs('active'),
    worker({ lastReportAtMs: nowMs - 2_501 }),
    ['ask_worker'],
  ],
  [
    'the same, and it answers, however long it goes on',
    streamThatIs('active'),
    worker({ lastReportAtMs: nowMs - 3_600_000, lastAnswerAtMs: nowMs - 1_000 }),
    [],
  ],
  [
    'the same, and it is time to ask again',
    streamThatIs('active'),
    worker({ lastReportAtMs: nowMs - 3_600_000, lastAnswerAtMs: nowMs - 3_000 }),
    ['ask_worker'],
  ],
  [
    'the same, and it answers no more',
    streamThatIs('active'),
    worker({ lastReportAtMs: nowMs - 3_600_000, lastAnswerAtMs: nowMs - 5_001 }),
    ['kill_worker'],
  ],
  [
    'a worker that has not reported, for it waited for a processor',
    streamThatIs('active'),
    worker({ lastReportAtMs: nowMs - 20_000, waitedMs: 15_000 }),
    ['ask_worker'],
  ],
  [
    'a worker that has not reported, and waited for a processor in a loop without end',
    streamThatIs('active'),
    worker({ lastReportAtMs: nowMs - 40_000, waitedMs: 39_000 }),
    ['kill_worker'],
  ],
  ['a worker of an older generation', streamThatIs('provisioning', { generation: 5 }), ready, ['stop_worker']],
  ['On pressed while the worker is stopping', streamThatIs('provisioning', { generation: 5 }), stopping, []],
  ['Off', streamThatIs('stopping'), ready, ['stop_worker']],
  ['Off while starting', streamThatIs('stopping'), starting, ['stop_worker']],
  ['Off, and the worker is stopping', streamThatIs('stopping'), stopping, []],
  ['Off, and the worker has ended', streamThatIs('stopping'), none, ['mark_stopped']],
  ['Off while waiting for the next start', streamThatIs('stopping'), failed(2, nowMs + 1_000), ['mark_stopped']],
  ['Off of a stream without a worker here', streamThatIs('stopping'), undefined, ['mark_stopped']],
  ['a stream in error, with a worker left', streamThatIs('error'), ready, ['stop_worker']],
  ['a stream that was deleted or is leased by another', null, ready, ['stop_worker']],
  ['the same, and the worker is stopping', null, stopping, []],
  ['the same, and nothing left', null, none, []],
];

test.each(rows)('%s', (_, stream, known, expected) => {
  expect(plan(stream, known, nowMs, limits).map(({ type }) => type)).toEqual(expected);
});

describe('the user reads the failure that the worker reported', () => {
  /** The first action's reason in words. */
  const reasonFor = (stream: LeasedStream, known: PlannedStream): string | null => {
    const [action] = plan(stream, known, nowMs, limits);
    return action && 'reason' in action ? sentenceOf(action.reason) : null;
  };

  test('when a worker is lost', () => {
    expect(reasonFor(streamThatIs('active'), failed(1))).toBe('The encoder broke. Restarting it.');
  });

  test('when the reconciler gives up', () => {
    expect(reasonFor(streamThatIs('provisioning'), failed(3))).toMatch(
      /3 times in a row.*The encoder broke\. Press On/,
    );
  });

  test('when a restart cannot help', () => {
    expect(plan(streamThatIs('active'), failedForGood, nowMs, limits)).toEqual([
      { type: 'mark_failed', reason: asSaid('The encoder broke.') },
    ]);
  });
});
