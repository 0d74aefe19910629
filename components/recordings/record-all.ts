import type { StreamJson } from '@/lib/contracts/streams';

/** What one press does for all cameras of an event. */
export interface RecordAll {
  /** `start` while a camera that is on is not recorded, `stop` once all are; null where no camera is on. */
  press: 'start' | 'stop' | null;
  /** How many cameras are recorded now. */
  recordedCount: number;
}

/** What one press can do for these cameras, all those of an event. */
export function recordAllOf(streams: StreamJson[]): RecordAll {
  const recordedCount = streams.filter(({ attributes }) => attributes.recording != null).length;
  const canStart = streams.some(
    ({ attributes: { status, recording } }) => (status === 'active' || status === 'provisioning') && recording == null,
  );
  return { press: canStart ? 'start' : recordedCount > 0 ? 'stop' : null, recordedCount };
}
