import { expect, test } from 'vitest';
import type { WorkerReport } from '@/lib/contracts/worker-protocol';
import { Doctor } from './doctor';

const startMs = Date.parse('2026-01-01T12:00:00Z');
const good: NonNullable<WorkerReport['sample']> = {
  fps: 30,
  bitrateKbps: 4_000,
  droppedFrames: 0,
  workerMs: 1,
  gopSeconds: 2,
  hasBFrames: false,
  frameMs: { shortest: 33, longest: 34 },
  clockDrift: null,
  audioDbfs: [-20, -26],
  blackSeconds: 0,
};
const report: WorkerReport = {
  generation: 1,
  ready: true,
  signal: 'live',
  sample: good,
  loss: null,
  connectCount: 1,
  media: null,
  excess: null,
  failed: null,
};

/** A doctor, and a function that shows it some seconds of a stream and returns the codes that it then finds. */
function watch() {
  const doctor = new Doctor();
  let nowMs = startMs;
  return (seconds: number, changes: Partial<WorkerReport>, lostAt: Date | null = null): string[] => {
    let codes: string[] = [];
    for (let second = 0; second < seconds; second++) {
      nowMs += 1_000;
      // Each report has a sample of its own.
      const sample = changes.sample === null ? null : structuredClone(changes.sample ?? good);
      const shown = { ...report, ...changes, sample };
      codes = doctor.examine({ report: shown, link: null, latency: null, lostAt }, nowMs).map(({ code }) => code);
    }
    return codes;
  };
}

const slow = { sample: { ...good, fps: 15 } };

test('a frame rate that falls is found within seconds and until it is back, and one that is low from the start is not', () => {
  const see = watch();
  expect(see(20, {})).toEqual([]);
  expect(see(1, slow)).toEqual([]);
  expect(see(3, slow)).toEqual(['low_frame_rate']);
  expect(see(60, slow)).toEqual(['low_frame_rate']);
  expect(see(10, {})).toEqual([]);
  expect(see(30, { ...slow, connectCount: 2 }), 'another setting of the encoder').toEqual([]);
});

test('a black picture is found while it lasts', () => {
  const see = watch();
  see(10, {});
  expect(see(1, { sample: { ...good, blackSeconds: 2.1 } })).toEqual(['picture_black']);
  expect(see(1, {})).toEqual([]);
});

test('a lost camera is found instead of no encoder, also by a doctor who never saw it live', () => {
  const lost: Partial<WorkerReport> = { signal: 'lost', sample: null, loss: { cause: 'silent', agoMs: 2_000 } };
  const see = watch();
  see(10, {});
  expect(see(1, lost, new Date(startMs))).toEqual(['camera_lost']);
  expect(see(60, lost, new Date(startMs))).toEqual(['camera_lost']);
  expect(see(1, { connectCount: 2 })).toEqual([]);
  const successor = watch();
  expect(successor(30, { signal: 'none', sample: null }, new Date(startMs))).toEqual(['camera_lost']);
  expect(watch()(30, { signal: 'none', sample: null })).toEqual(['no_encoder']);
});
