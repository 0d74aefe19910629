import { secondMs } from '@/lib/core/durations';
import { pause } from '@/lib/core/pause';
import { db } from '@/lib/platform/db/db';
import { readRecordingTail } from '@/lib/platform/storage/recording-store';
import { readTimelineOnce } from '@/lib/use-cases/recordings/read-timeline';
import { settled, type TimelinePart } from '@/lib/use-cases/recordings/timeline';
import type { RecordingExport } from '@/prisma/generated/client';
import { isClosed, tailBytes, untilClosed } from './closed-recording';

/** A clip has 5 s after its mark, and handles: a range that ends this soon is waited for. */
const maxAheadMs = 30 * secondMs;
/** A recorder is a group of pictures behind, and a bucket ten seconds. */
const maxBehindMs = 30 * secondMs;
const lookAgainMs = secondMs;

/**
 * Reads what is written of a recording up to the end of an export. One that has just ended is waited for until it is closed, and
 * one that goes on until it reaches that moment. The group of pictures that is being written is left out.
 * @param endUs where the export's last range ends, in microseconds since 1970
 * @param signal ends the waiting
 * @throws the signal's reason; AppError `conflict` without storage
 */
export async function readWritten(
  id: string,
  endUs: number,
  { createdAt }: Pick<RecordingExport, 'createdAt'>,
  signal: AbortSignal,
): Promise<TimelinePart[]> {
  const askedMs = createdAt.getTime();
  const untilMs = endUs / 1_000 <= askedMs + maxAheadMs ? endUs / 1_000 : askedMs;
  for (;;) {
    const recording = await db().recording.findUnique({ where: { id } });
    if (!recording) return [];
    if (recording.endedAt) {
      await untilClosed(recording, signal);
      return (await readTimelineOnce(recording)).parts;
    }
    const now = await readTimelineOnce(recording);
    const isAway = isClosed((await readRecordingTail(id, tailBytes)).indexes) && Date.now() >= untilMs;
    const { parts } = isAway ? now : settled(now, null);
    const last = parts.at(-1);
    const reachedMs = last ? (last.startUs + last.durationUs) / 1_000 : 0;
    if (isAway || reachedMs >= untilMs || Date.now() >= untilMs + maxBehindMs) return parts;
    await pause(lookAgainMs, signal);
    signal.throwIfAborted();
  }
}
