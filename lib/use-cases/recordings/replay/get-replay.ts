import type { Actor } from '@/lib/auth/actor';
import { authorize } from '@/lib/auth/policy';
import { mintRecordingToken } from '@/lib/auth/recording-token';
import type { ReplayJson } from '@/lib/contracts/replay';
import { db } from '@/lib/platform/db/db';
import { getEvent } from '@/lib/use-cases/events/get-event';
import { replayPlaylist } from '../open-media';
import { readTimelineTail } from '../read-timeline';
import { serializeRecording } from '../serialize';
import { serializeTimeline } from '../serialize-timeline';
import type { TimelinePart } from '../timeline';

/** An angle that has ended so long before the others is left out: its camera is away. */
const maxBehindUs = 5_000_000;

/**
 * The last seconds of an event from every angle that is recorded now, up to what all of them have on the disk. They begin
 * with a keyframe of one angle.
 * @throws AppError `not_found`, `conflict`
 */
export async function getReplay(actor: Actor, eventId: string, seconds: number): Promise<ReplayJson> {
  authorize(actor, 'recordings.view');
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
  const newestUs = Math.max(0, ...angles.map(({ timeline }) => endUs(timeline.parts)));
  const current = angles.filter(({ timeline }) => endUs(timeline.parts) > newestUs - maxBehindUs);
  const end = current.length === 0 ? 0 : Math.min(...current.map(({ timeline }) => endUs(timeline.parts)));
  const oldestUs = Math.min(end, ...current.map(({ timeline }) => timeline.parts[0]?.startUs ?? end));
  const asked = Math.max(oldestUs, end - seconds * 1e6);
  // A keyframe of one angle, a moment earlier than asked: any other frame is decoded from its keyframe on.
  const keyframes = current.flatMap(({ timeline }) => timeline.parts.findLast(({ startUs }) => startUs <= asked) ?? []);
  const start = keyframes.length === 0 ? asked : Math.max(...keyframes.map(({ startUs }) => startUs));
  return {
    start_us: Math.round(start),
    end_us: Math.round(end),
    angles: current.map(({ recording, timeline: { parts, format } }) => {
      const { id } = recording;
      const shown = parts.filter(({ startUs, durationUs }) => startUs + durationUs > start);
      const [first] = shown;
      const token = mintRecordingToken(id, 'play');
      const query = new URLSearchParams({ token, file: first?.file ?? '', from: String(first?.from ?? 0) });
      return {
        recording: serializeRecording(recording),
        timeline: serializeTimeline({ parts: shown, format, thumbnails: [] }, `/recordings/${id}/replay.m3u8?${query}`),
        playlist: replayPlaylist(shown, token),
      };
    }),
  };
}

function endUs(parts: TimelinePart[]): number {
  const last = parts.at(-1);
  return last ? last.startUs + last.durationUs : 0;
}
