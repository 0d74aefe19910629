import { setTimeout as pause } from 'node:timers/promises';
import { minuteMs } from '@/lib/core/durations';
import { db } from '@/lib/platform/db/db';
import { log } from '@/lib/platform/log';
import { isMissing } from '@/lib/platform/storage/folder-storage';
import { openRecordingStorage } from '@/lib/platform/storage/open-recording-storage';
import { RecordingReader } from '@/lib/use-cases/recordings/recording-reader';

/** A camera's index of this time is read in a few milliseconds. */
const againAfterMs = 15 * minuteMs;
/** Live media shares the machine. */
const pauseMs = 100;

interface LongRecording {
  id: string;
  /** Null while it goes on. */
  endedAt: Date | null;
}

/** When each recording was summarized; infinite once nothing will follow. */
export type SummarizedMs = Map<string, number>;

/**
 * Keeps summaries of the long recordings of the last weeks. A page that opens a day of many cameras then need not read their
 * indexes. Short ones are read as fast without.
 * @param summarizedMs what this process has done so far
 */
export async function keepSummaries(summarizedMs: SummarizedMs, signal: AbortSignal): Promise<{ summarized: number }> {
  const storage = openRecordingStorage();
  const recordings = storage ? await findLongRecordings() : [];
  const ids = new Set(recordings.map(({ id }) => id));
  for (const id of summarizedMs.keys()) if (!ids.has(id)) summarizedMs.delete(id);
  let summarized = 0;
  for (const { id, endedAt } of recordings) {
    if (!storage || signal.aborted) break;
    const doneMs = summarizedMs.get(id) ?? Number.NEGATIVE_INFINITY;
    if (endedAt ? doneMs === Number.POSITIVE_INFINITY : performance.now() - doneMs < againAfterMs) continue;
    try {
      const reader = new RecordingReader(storage, id, true);
      await reader.read(endedAt);
      if (await reader.keepSummary()) summarized++;
    } catch (error) {
      // Somebody deletes it.
      if (!isMissing(error)) log.warn({ err: error, recordingId: id }, 'exporter: a recording cannot be summarized');
    }
    // Also one that cannot be read, which would be tried without end.
    summarizedMs.set(id, endedAt ? Number.POSITIVE_INFINITY : performance.now());
    await pause(pauseMs);
  }
  return { summarized };
}

/** The last ones first. One whose index is still on its way to the bucket waits for it. */
const findLongRecordings = () => db().$queryRaw<LongRecording[]>`
  SELECT id, ended_at AS "endedAt" FROM recordings
  WHERE started_at BETWEEN now() - interval '30 days' AND coalesce(ended_at, now()) - interval '10 minutes'
    AND (ended_at IS NULL OR (ended_at < now() - interval '2 minutes' AND uploads = '{}'))
  ORDER BY started_at DESC LIMIT 2000`;
