import { describe, expect, test } from 'vitest';
import type { StreamMedia } from '@/lib/contracts/stream-media';
import type { WorkerReport } from '@/lib/contracts/worker-protocol';
import { goodSample, idleReport } from '@/tests/support/gateway/worker-reports';
import type { EncoderLink } from '../srt/srt-link';
import { StreamVitals } from './stream-vitals';

type WorkerSample = NonNullable<WorkerReport['sample']>;

const good: WorkerSample = {
  ...goodSample,
  workerMs: 2,
  frameMs: null,
  audioDbfs: [-18, -20],
  loudness: { momentaryLufs: -23, shortTermLufs: -22 },
};
const link: EncoderLink = {
  rttMs: 30,
  jitterMs: 1.5,
  receivedPackets: 380,
  lostPackets: 0,
  retransmittedPackets: 0,
  lossPercent: 0,
  capacityKbps: 90_000,
  srtLatencyMs: 120,
  bond: null,
  sender: null,
};

function report(
  vitals: StreamVitals,
  sample: Partial<WorkerSample> | null,
  connectCount = 1,
  media: StreamMedia | null = null,
): void {
  vitals.receiveReport(
    {
      ...idleReport,
      signal: 'live',
      connectCount,
      media,
      inStep: { marginMs: 80 },
      sample: sample && { ...good, ...sample },
    },
    0,
  );
}

function second(vitals: StreamVitals, sample: Partial<WorkerSample> = {}, encoderLink: EncoderLink | null = link) {
  report(vitals, sample);
  return vitals.nextSample('stream', encoderLink);
}

test('a second of a good camera', () => {
  expect(second(new StreamVitals())).toEqual({
    streamId: 'stream',
    measuredAtMs: 0,
    fps: 30,
    bitrateKbps: 4_000,
    reconnectCount: 0,
    droppedFrames: 0,
    latencyMs: 137,
    rttMs: 30,
    jitterMs: 1.5,
    lostPackets: 0,
    retransmittedPackets: 0,
    lossPercent: 0,
    gopSeconds: 2,
    audioLeftDbfs: -18,
    loudnessLufs: -23,
    shortTermLufs: -22,
    playersMarginMs: 80,
    audioRightDbfs: -20,
    qualityScore: 100,
    alertLevel: 'healthy',
  });
});

test('unmeasured figures are null, and unknown parts of the latency are left out', () => {
  const vitals = new StreamVitals();
  expect(second(vitals, { audioDbfs: null, loudness: null, gopSeconds: null }, null)).toMatchObject({
    latencyMs: null,
    rttMs: null,
    jitterMs: null,
    lostPackets: null,
    lossPercent: null,
    audioLeftDbfs: null,
    loudnessLufs: null,
    shortTermLufs: null,
    gopSeconds: null,
  });
  expect(second(vitals, { workerMs: null }, { ...link, rttMs: null })).toMatchObject({ latencyMs: 120 });
});

test('the latency is the worker’s measurement, with the way to us where only the encoder’s sending is known', () => {
  const vitals = new StreamVitals();
  expect(second(vitals, { captureToRoomMs: 131.5 })).toMatchObject({ latencyMs: 146.5 });
  expect(second(vitals, { captureToRoomMs: 146.5, includesWay: true })).toMatchObject({ latencyMs: 146.5 });
  expect(second(vitals, { captureToRoomMs: 131.5 }, null)).toMatchObject({ latencyMs: 131.5 });
  report(vitals, { captureToRoomMs: 171 }, 1, {
    video: null,
    audio: null,
    mode: null,
    reason: null,
    captureClock: 'encoder',
  });
  expect(vitals.nextSample('stream', link)).toMatchObject({ latencyMs: 171 });
  expect(second(vitals, { captureToRoomMs: -20 }, null)).toMatchObject({ latencyMs: 0 });
});

test('a report gives one sample, and none without a camera', () => {
  const vitals = new StreamVitals();
  expect(second(vitals)).not.toBeNull();
  expect(vitals.nextSample('stream', link)).toBeNull();
  report(vitals, null);
  expect(vitals.nextSample('stream', null)).toBeNull();
  expect(vitals.link).toBeNull();
});

describe('the counters', () => {
  test('continue when a worker is replaced, and count the camera’s reconnect', () => {
    const vitals = new StreamVitals();
    report(vitals, { droppedFrames: 5 }, 3);
    expect(vitals.nextSample('stream', link)).toMatchObject({ reconnectCount: 2, droppedFrames: 5 });
    vitals.workerEnded();
    report(vitals, null, 0);
    report(vitals, { droppedFrames: 4 }, 1);
    expect(vitals.nextSample('stream', link)).toMatchObject({ reconnectCount: 3, droppedFrames: 9 });
  });

  test('continue where another gateway stopped', () => {
    const vitals = new StreamVitals();
    vitals.continueFrom({ reconnectCount: 2, droppedFrames: 7 }, false);
    expect([vitals.reconnectCount, vitals.droppedFrames]).toEqual([2, 7]);
    expect(second(vitals, { droppedFrames: 1 })).toMatchObject({ reconnectCount: 3, droppedFrames: 8 });
  });

  test.each(['before', 'after'])('continue with an adopted worker whose totals arrive %s its report', (when) => {
    const vitals = new StreamVitals();
    const totals = { reconnectCount: 4, droppedFrames: 10 };
    if (when === 'before') vitals.continueFrom(totals, true);
    report(vitals, { droppedFrames: 6 }, 3);
    if (when === 'after') vitals.continueFrom(totals, true);
    expect(vitals.nextSample('stream', link)).toMatchObject({ reconnectCount: 4, droppedFrames: 10 });
    report(vitals, { droppedFrames: 8 }, 4);
    expect(vitals.nextSample('stream', link)).toMatchObject({ reconnectCount: 5, droppedFrames: 12 });
  });

  test('begin at 0 before the first camera', () => {
    const vitals = new StreamVitals();
    vitals.workerEnded();
    expect([vitals.reconnectCount, vitals.droppedFrames]).toEqual([0, 0]);
    expect(second(vitals)).toMatchObject({ reconnectCount: 0 });
  });

  test('never outgrow their columns', () => {
    const vitals = new StreamVitals();
    expect(second(vitals, { droppedFrames: 2 ** 40 })).toMatchObject({ droppedFrames: 2 ** 31 - 1 });
  });
});

describe('the quality', () => {
  test('falls when the frames stop while the camera is connected, and stays down', () => {
    const vitals = new StreamVitals();
    for (let count = 0; count < 20; count++) second(vitals);
    for (let count = 0; count < 30; count++) second(vitals, { fps: 0 });
    expect(vitals.quality?.score).toBeLessThan(70);
    expect(vitals.quality?.alertLevel).toBe('warning');
  });

  test('ignores the incomplete first second of a camera', () => {
    const vitals = new StreamVitals();
    second(vitals, { fps: 2, bitrateKbps: 100 });
    for (let count = 0; count < 12; count++) expect(second(vitals)).toMatchObject({ qualityScore: 100 });
  });

  test('of audio alone does not depend on frames', () => {
    const vitals = new StreamVitals();
    const media = { video: null, audio: null, mode: null, reason: null };
    for (let count = 0; count < 5; count++) {
      report(vitals, { fps: 0 }, 1, media);
      expect(vitals.nextSample('stream', link)).toMatchObject({ qualityScore: 100 });
    }
  });

  test('falls with loss, and the alert follows', () => {
    const vitals = new StreamVitals();
    for (let count = 0; count < 3; count++) second(vitals, {}, { ...link, lossPercent: 12 });
    expect(vitals.quality).toMatchObject({ score: 55, alertLevel: 'critical' });
  });
});
