import { applyStreamTransition } from '@/lib/streams/state/apply-stream-transition';
import { findSampleTotals } from './find-sample-totals';
import { findWorkerOwners } from './find-worker-owners';
import { recordMedia } from './record-media';
import { recordSignal } from './record-signal';
import { recordWorker } from './record-worker';

/** What the reconciler reads and writes of streams. Writing does nothing where the lease has gone to another gateway. */
export const postgresStreamRecords = {
  applyStreamTransition,
  findSampleTotals,
  findWorkerOwners,
  recordMedia,
  recordSignal,
  recordWorker,
};

export type StreamRecords = typeof postgresStreamRecords;
