import { credentialOf } from '@/lib/auth/actor';
import { mintRecordingToken } from '@/lib/auth/recording-token';
import type { ReplayJson } from '@/lib/contracts/replay';
import { maxOf, minOf } from '@/lib/core/extremes';
import { db } from '@/lib/platform/db/db';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import { getEvent } from '@/lib/use-cases/events/get-event';
import { serializeTimeline } from '@/lib/use-cases/recordings/get-timeline';
import { serializeRecording } from '@/lib/use-cases/recordings/recordings';
import { replayPlaylist } from '../open-media';
import { readTimelineTail } from '../read-timeline';
import type { TimelinePart } from '../timeline';

/** An angle that has ended so long before the others is left out: its camera is away. */
const maxBehindUs = 5_000_000;

/**
 * The last seconds of an event from every angle that is recorded now, up to what all of them have on the disk. They begin
 * with a keyframe of one angle.
 * @throws AppError `not_found`, `conflict`
 */
export const getReplay = defineUseCase(
  { action: 'recordings.view' },
  async ({ actor }, eventId: string, seconds: number): Promise<ReplayJson> => {
    const { organizationId } = actor;
    const [recordings] = await Promise.all([
      db().recording.findMany({
        where: { eventId, organizationId, endedAt: null },
        orderBy: [{ startedAt: 'asc' }, { id: 'asc' }],
      }),
      getEvent(actor, eventId),
    ]);
    const angles = await Promise.all(
      recordings.map(async (recording) => ({ recording, timeline: await readTimelineTail(recording) })),
    );
    const newestUs = maxOf(
      angles.map(({ timeline }) => endUs(timeline.parts)),
      0,
    );
    const current = angles.filter(({ timeline }) => endUs(timeline.parts) > newestUs - maxBehindUs);
    const end = current.length === 0 ? 0 : minOf(current.map(({ timeline }) => endUs(timeline.parts)));
    const oldestUs = minOf(
      current.map(({ timeline }) => timeline.parts[0]?.startUs ?? end),
      end,
    );
    const asked = Math.max(oldestUs, end - seconds * 1e6);
    // A keyframe of one angle, a moment earlier than asked: any other frame is decoded from its keyframe on.
    const keyframes = current.flatMap(
      ({ timeline }) => timeline.parts.findLast(({ startUs }) => startUs <= asked) ?? [],
    );
    const start = keyframes.length === 0 ? asked : maxOf(keyframes.map(({ startUs }) => startUs));
    return {
      start_us: Math.round(start),
      end_us: Math.round(end),
      angles: current.map(({ recording, timeline: { parts, format } }) => {
        const { id } = recording;
        const shown = parts.filter(({ startUs, durationUs }) => startUs + durationUs > start);
        const [first] = shown;
        const token = mintRecordingToken(id, 'play', credentialOf(actor).id);
        const query = new URLSearchParams({ token, file: first?.file ?? '', from: String(first?.from ?? 0) });
        return {
          recording: serializeRecording(recording),
          timeline: serializeTimeline(
            { parts: shown, format, thumbnails: [] },
            `/recordings/${id}/replay.m3u8?${query}`,
          ),
          playlist: replayPlaylist(shown, token),
        };
      }),
    };
  },
);

function endUs(parts: TimelinePart[]): number {
  const last = parts.at(-1);
  return last ? last.startUs + last.durationUs : 0;
}
