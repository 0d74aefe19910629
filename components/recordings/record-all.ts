import type { StreamJson } from '@/lib/contracts/streams';

/** One press on Record all, and what it does now. */
export interface RecordAll {
  /** `start` while a camera that is on is not recorded, `stop` once all are; null where no camera is on. */
  press: 'start' | 'stop' | null;
  /** How many cameras are recorded now. */
  recordedCount: number;
}

/** Decides what one press does. @param streams all cameras of an event */
export function recordAllOf(streams: StreamJson[]): RecordAll {
  const recordedCount = streams.filter(({ attributes }) => attributes.recording != null).length;
  const canStart = streams.some(
    ({ attributes: { status, recording } }) => (status === 'active' || status === 'provisioning') && recording == null,
  );
  return { press: canStart ? 'start' : recordedCount > 0 ? 'stop' : null, recordedCount };
}
