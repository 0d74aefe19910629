import { credentialOf } from '@/lib/auth/actor';
import { mintRecordingToken } from '@/lib/auth/recording-token';
import { recordingFileOf } from '@/lib/contracts/recording-files';
import type { RecordingThumbnail } from '@/lib/contracts/recordings';
import { db } from '@/lib/platform/db/db';
import { recordingStorage } from '@/lib/platform/storage/recording-store';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import { getStream } from '@/lib/use-cases/streams/get-stream';

/** A thumbnail further away shows another moment: one is made about each ten seconds. */
const maxAwayMs = 35_000;
/** A camera that was recorded by two writers at once has no more recordings of a moment. */
const maxRecordings = 3;

/**
 * The thumbnail that a camera's recordings have of a moment. It reads the names of files alone, never a whole timeline.
 * @returns null where nothing near the moment was recorded
 * @throws AppError `not_found`, `conflict`
 */
export const findThumbnail = defineUseCase(
  { action: 'recordings.view' },
  async ({ actor }, streamId: string, at: Date): Promise<RecordingThumbnail | null> => {
    await getStream(actor, streamId);
    const [earliest, latest] = [new Date(at.getTime() - maxAwayMs), new Date(at.getTime() + maxAwayMs)];
    const recordings = await db().recording.findMany({
      where: {
        streamId,
        organizationId: actor.organizationId,
        startedAt: { lte: latest },
        OR: [{ endedAt: null }, { endedAt: { gte: earliest } }],
      },
      orderBy: [{ startedAt: 'desc' }, { id: 'desc' }],
      take: maxRecordings,
    });
    for (const { id, offsetMs } of recordings) {
      const names = await recordingStorage().names(id);
      const fileUs = nearest(names, (at.getTime() - offsetMs) * 1_000);
      if (fileUs === null) continue;
      const token = mintRecordingToken(id, 'play', credentialOf(actor).id);
      return {
        recording_id: id,
        at_us: fileUs + offsetMs * 1_000,
        url: `/recordings/${id}/thumbnails/${fileUs}?token=${token}`,
      };
    }
    return null;
  },
);

/** The last thumbnail before a moment, else the first one after it; null where both are further away than the limit. */
function nearest(names: readonly string[], atUs: number): number | null {
  let [before, after] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const name of names) {
    const file = recordingFileOf(name);
    if (file?.kind !== 'thumbnail') continue;
    if (file.atUs <= atUs) before = Math.max(before, file.atUs);
    else after = Math.min(after, file.atUs);
  }
  if (atUs - before <= maxAwayMs * 1_000) return before;
  return after - atUs <= maxAwayMs * 1_000 ? after : null;
}
