import { readRecordingLines } from '@/lib/contracts/recording-index';
import { pause } from '@/lib/core/pause';
import { readRecordingTail } from '@/lib/platform/storage/recording-store';
import type { Recording } from '@/prisma/generated/client';

/** A recorder hears of the end within a few seconds; one that has died closes nothing. */
const maxWaitMs = 30_000;
const lookAgainMs = 250;
/** Holds the last lines of an index. */
export const tailBytes = 4_096;

/**
 * Waits until all of a recording is written that has just ended: an export right after would have what was on the disk by
 * then. One that goes on is not waited for.
 * @param signal ends the waiting
 * @throws the signal's reason; AppError `conflict` without storage
 */
export async function untilClosed(
  { id, endedAt }: Pick<Recording, 'id' | 'endedAt'>,
  signal: AbortSignal,
): Promise<void> {
  if (endedAt === null) return;
  const deadlineMs = endedAt.getTime() + maxWaitMs;
  while (Date.now() < deadlineMs) {
    const { indexes } = await readRecordingTail(id, tailBytes);
    if (isClosed(indexes)) return;
    await pause(lookAgainMs, signal);
    signal.throwIfAborted();
  }
}

/** Whether each index of a recording ends with a segment that is closed. @param indexes at least their last lines */
export const isClosed = (indexes: string[]): boolean =>
  indexes.length > 0 &&
  indexes.every((text) => {
    const last = readRecordingLines(text).at(-1);
    return last?.kind === 'end' || last?.kind === 'gap';
  });
