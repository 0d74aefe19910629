import { expect, test } from 'vitest';
import { defaultAlarms } from '@/lib/contracts/alarms/alarms';
import { asSaid } from '@/lib/contracts/catalogue/catalogue';
import { workerFailure } from '@/lib/contracts/worker-failure';
import type { WorkerReport } from '@/lib/contracts/worker-protocol';
import { idleReport } from '@/tests/support/gateway/worker-reports';
import type { LeasedStream } from '../store/leased-stream';
import { StreamRuntime } from './stream-runtime';
import type { WorkerRuntime } from './worker-runtime';

const start = { nowMs: 1_000, workingMs: 100 };
const at = (workingMs: number) => ({ nowMs: workingMs + 900, workingMs });
const address = { host: '127.0.0.1', inputPort: 1, outputPort: 2, controlPort: 3 };
const worker = { workerId: 'worker-000000000001-4-abcde', node: 'node', address };

const row = (changes: Partial<LeasedStream> = {}): LeasedStream =>
  Object.assign(
    {
      id: '00000000-0000-0000-0000-000000000001',
      organizationId: 'o',
      status: 'active',
      signal: 'live',
      media: null,
      findings: [],
      sourceKind: 'srt',
      alarms: defaultAlarms,
      alarmsMutedUntil: null,
      generation: 4,
      worker,
    },
    changes,
  ) as unknown as LeasedStream;

const report = (changes: Partial<WorkerReport> = {}): WorkerReport => ({ ...idleReport, generation: 4, ...changes });

/** A stream whose worker runs, since {@link start}. */
function running(): { stream: StreamRuntime; worker: WorkerRuntime } {
  const stream = new StreamRuntime(row({ worker: null }), 5);
  const queued = stream.queued('node', start);
  void queued.starting();
  queued.started(address, start);
  return { stream, worker: queued };
}

test('a claimed stream has the worker that its row names, and nothing is known of it', () => {
  const stream = new StreamRuntime(row(), 5);
  stream.claimed(start);
  expect(stream.worker).toMatchObject({
    workerId: worker.workerId,
    phase: 'found',
    generation: 4,
    address,
    signal: 'none',
    notReadySinceMs: 100,
  });
  expect(stream.readyWorker).toBeNull();
});

test('a claimed stream whose row names no worker has none', () => {
  const stream = new StreamRuntime(row({ worker: null }), 5);
  stream.claimed(start);
  expect(stream.worker).toBeNull();
});

test.each([
  ['that was active is ready at once', 'active', { phase: 'running', notReadySinceMs: null, readyAtMs: 300 }],
  ['that was starting is not ready yet', 'provisioning', { phase: 'running', notReadySinceMs: 100, readyAtMs: null }],
] as const)('an adopted worker of a stream %s', (_, status, expected) => {
  const stream = new StreamRuntime(row({ status }), 5);
  stream.claimed(start);
  const found = stream.worker as WorkerRuntime;
  stream.adopted(found, { nowMs: 1_200, workingMs: 300 });
  expect(found).toMatchObject(expected);
  expect(found).toMatchObject({ signal: 'live', lastReportAtMs: 300 });
});

test('a lease counts only while it is the one with which the stream came', () => {
  const stream = new StreamRuntime(row(), 5);
  for (const [heldSinceMs, isHeld] of [
    [5, true],
    [null, false],
    [9, false],
  ] as const) {
    stream.leaseRead(heldSinceMs);
    expect(stream.isHeld).toBe(isHeld);
  }
});

test('a queued worker has a new id of this generation, and counts as running once it is started', () => {
  const { stream, worker: started } = running();
  expect(started.workerId).toMatch(/^worker-000000000001-4-[0-9a-f]{5}$/);
  expect(stream.worker).toBe(started);
  expect(started).toMatchObject({ phase: 'running', address, notReadySinceMs: 100 });
});

test('a first report that is faster than the start stands', () => {
  const stream = new StreamRuntime(row({ worker: null }), 5);
  const queued = stream.queued('node', start);
  void queued.starting();
  stream.reported(queued, report(), at(150));
  queued.started(address, { nowMs: 1_200, workingMs: 300 });
  expect(queued).toMatchObject({ phase: 'running', lastReportAtMs: 150, notReadySinceMs: null, address });
});

test.each([
  ['the same again', {}, false],
  ['not ready', { ready: false }, true],
  ['another signal', { signal: 'live' }, true],
  ['other media', { media: { video: null, audio: null } as WorkerReport['media'] }, true],
  ['only a failure', { failed: { reason: 'Broken.', retryable: false } as WorkerReport['failed'] }, false],
] as const)('a report is news where it differs: %s', (_, changes, isNews) => {
  const { stream, worker: reporting } = running();
  expect(stream.reported(reporting, report(), at(200))).toBe(true);
  expect(stream.reported(reporting, report(changes), at(300))).toBe(isNews);
  expect(reporting.lastReportAtMs).toBe(300);
});

test('the turn of a start ends with the first report that is ready, or with the worker', async () => {
  for (const end of [
    (stream: StreamRuntime, ending: WorkerRuntime) => stream.reported(ending, report(), at(200)),
    (stream: StreamRuntime, ending: WorkerRuntime) => stream.ended(ending),
  ]) {
    const stream = new StreamRuntime(row({ worker: null }), 5);
    const queued = stream.queued('node', start);
    const turn = queued.starting();
    stream.reported(queued, report({ ready: false }), at(150));
    end(stream, queued);
    await expect(turn).resolves.toBeUndefined();
  }
});

test('only a worker of now, that is ready and not asked to end, can receive', () => {
  const { stream, worker: reporting } = running();
  expect(stream.readyWorker).toBeNull();
  stream.reported(reporting, report(), at(200));
  expect(stream.readyWorker).toBe(reporting);
  stream.rowRead(row({ generation: 5 }));
  expect(stream.readyWorker).toBeNull();
  stream.rowRead(row({ generation: 4 }));
  reporting.stopRequested(null);
  expect(stream.readyWorker).toBeNull();
});

test('the end of a worker counts once', () => {
  const { stream, worker: ending } = running();
  expect(stream.ended(ending)).toBe(true);
  expect(stream.worker).toBeNull();
  expect(stream.ended(ending)).toBe(false);
  const next = stream.queued('node', start);
  expect(stream.ended(ending)).toBe(false);
  expect(stream.worker).toBe(next);
});

test.each([
  ['before it was steady', 100, 2, false],
  ['after it was steady', 20_000, 1, true],
] as const)('a worker that fails %s', (_, afterMs, failures, isAtOnce) => {
  const { stream, worker: first } = running();
  stream.ended(first);
  stream.failed(first, { how: 'exit code 1', failure: null }, 100);
  const second = stream.queued('node', start);
  stream.reported(second, report(), at(200));
  stream.ended(second);
  const waitMs = stream.failed(second, { how: 'exit code 1', failure: null }, 200 + afterMs);
  expect(stream.failures).toBe(failures);
  expect(waitMs === 0).toBe(isAtOnce);
  expect(stream.retryAtMs).toBe(200 + afterMs + waitMs);
});

const ofDriver = workerFailure({ code: 'livekit_clock', figures: {} }, { retryable: true });
/** As the version before reports it. */
const ofWorker = { reason: 'The worker says so.', retryable: false } as const;

test.each([
  ['why it was ended', asSaid('It hung.'), ofWorker, ofDriver, asSaid('It hung.'), true],
  ['what it reported', null, ofWorker, ofDriver, asSaid('The worker says so.'), true],
  ['what its driver saw', null, null, ofDriver, { code: 'livekit_clock', figures: {} }, false],
  ['how it ended', null, null, null, { code: 'process_ended', figures: {} }, false],
] as const)('the failure of a worker is first of all %s', (_, killReason, reported, seen, lastFailure, isFinal) => {
  const { stream, worker: failing } = running();
  stream.reported(failing, report({ failed: reported as WorkerReport['failed'] }), at(200));
  failing.stopRequested(killReason);
  stream.ended(failing);
  stream.failed(failing, { how: 'exit code 1', failure: seen as WorkerReport['failed'] }, 300);
  expect(stream).toMatchObject({ lastFailure, isFinal });
});

test('a new generation forgets failures and refusals; another change of the row does not', () => {
  const { stream, worker: failing } = running();
  stream.ended(failing);
  stream.failed(failing, { how: 'exit code 1', failure: null }, 300);
  stream.encoderRefused('old_key', 1_000_000);
  const { vitals } = stream;

  stream.rowRead(row({ status: 'provisioning' }));
  expect(stream).toMatchObject({ failures: 1, vitals });
  expect(stream.examine(1_000_500).map(({ code }) => code)).toEqual(['wrong_key']);

  stream.rowRead(row({ generation: 5 }));
  expect(stream).toMatchObject({ failures: 0, lastFailure: null, isFinal: false, retryAtMs: 0 });
  expect(stream.vitals).not.toBe(vitals);
  expect(stream.examine(1_000_500)).toEqual([]);
});

test('a stream is due a second after it was examined', () => {
  const stream = new StreamRuntime(row(), 5);
  expect(stream.isDue(1_000_000)).toBe(true);
  stream.examine(1_000_000);
  expect(stream.isDue(1_000_999)).toBe(false);
  expect(stream.isDue(1_001_000)).toBe(true);
});

test('totals from before are read once', async () => {
  const stream = new StreamRuntime(row(), 5);
  let readings = 0;
  const findSampleTotals = async () => {
    readings++;
    return { reconnectCount: 2, droppedFrames: 7 };
  };
  await stream.continueTotals({ findSampleTotals }, true);
  await stream.continueTotals({ findSampleTotals }, true);
  expect(readings).toBe(1);
  expect(stream.vitals.droppedFrames).toBe(7);
});

test.each([
  ['none', true],
  ['lost', true],
  ['live', false],
  ['connecting', false],
] as const)('a ready worker with the signal %s waits for its camera: %s', (signal, isWaiting) => {
  const { stream, worker: reporting } = running();
  expect(stream.isWaitingForCamera).toBe(false);
  stream.reported(reporting, report({ signal }), at(200));
  expect(stream.isWaitingForCamera).toBe(isWaiting);
});

test('a sample carries the time at which its report arrived', () => {
  const { stream, worker: reporting } = running();
  const sample = { fps: 30, bitrateKbps: 4_000, droppedFrames: 0 } as WorkerReport['sample'];
  stream.reported(reporting, report({ sample }), at(200));
  expect(stream.vitals.nextSample('stream', null)).toMatchObject({ fps: 30, measuredAtMs: 1_100 });
});
