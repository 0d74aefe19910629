import type { WorkerReport } from '@/lib/contracts/worker-protocol';

/** A second of a good camera. */
export const goodSample: NonNullable<WorkerReport['sample']> = {
  fps: 30,
  bitrateKbps: 4_000,
  droppedFrames: 0,
  bridgedFrames: 0,
  workerMs: 1,
  captureToRoomMs: null,
  gopSeconds: 2,
  hasBFrames: false,
  frameMs: { shortest: 33, longest: 34 },
  clockDrift: null,
  delayMs: 20,
  audioDbfs: [-20, -26],
  loudness: null,
};

/** The report of a worker that waits for its camera. */
export const idleReport: WorkerReport = {
  generation: 1,
  ready: true,
  signal: 'none',
  sample: null,
  connectCount: 0,
  media: null,
  excess: null,
  conditions: null,
  arrival: null,
  pace: null,
  loss: null,
  recorder: null,
  inStep: null,
  usage: null,
  failed: null,
};
