import { applyStreamTransition } from '@/lib/use-cases/streams/state/apply-stream-transition';
import { findSampleTotals } from './find-sample-totals';
import { findWorkerOwners } from './find-worker-owners';
import { recordMedia } from './record-media';
import { recordSignal } from './record-signal';
import { recordWorker } from './record-worker';

/** The reconciler's queries. Each write does nothing where another gateway holds the lease. */
export const postgresStreamRecords = {
  applyStreamTransition,
  findSampleTotals,
  findWorkerOwners,
  recordMedia,
  recordSignal,
  recordWorker,
};

export type StreamRecords = typeof postgresStreamRecords;
