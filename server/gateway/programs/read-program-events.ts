import type { ProgramForm } from '@/lib/contracts/stream-settings';
import { db } from '@/lib/platform/db/db';
import type { RelayedCamera } from '../worker-control/relayed-feed';

/** A camera that a program may show, with its worker. */
export interface ProgramEventCamera extends RelayedCamera {
  /** The latest figure; null without one. */
  fps: number | null;
}

/** An event's cameras that have a worker, and the tally's last change. */
export interface ProgramEvent {
  cameras: ProgramEventCamera[];
  /** Null before the first change. */
  onAir: { streamIds: string[]; sinceMs: number } | null;
  /** The delay of its switcher that is latest against its cameras. */
  switcherDelayMs: number;
  form: ProgramForm;
}

/** Cameras of 25 frames a second, and those that have a little less. */
const maxSlowFps = 27;

/** The frame rate of most cameras. */
export function rateOf(cameras: readonly Pick<ProgramEventCamera, 'fps'>[]): 25 | 30 {
  const slow = cameras.filter(({ fps }) => fps !== null && fps < maxSlowFps).length;
  return slow > cameras.filter(({ fps }) => fps !== null).length / 2 ? 25 : 30;
}

/** Reads what programs of these events show. A program itself is none of their cameras. */
export async function readProgramEvents(eventIds: string[]): Promise<Map<string, ProgramEvent>> {
  const [cameras, changes, delays, programs] = await Promise.all([
    db().$queryRaw<(ProgramEventCamera & { eventId: string })[]>`
      SELECT event_id AS "eventId", streams.id AS "streamId", pod_name AS "workerId", pod_ip AS host,
        worker_control_port AS "controlPort", program, audio_track AS "audioTrack", latest.fps
      FROM streams LEFT JOIN LATERAL (
        SELECT fps FROM stream_metrics WHERE stream_id = streams.id AND recorded_at > now() - interval '1 minute'
        ORDER BY recorded_at DESC LIMIT 1
      ) AS latest ON true
      WHERE event_id = ANY(${eventIds}::uuid[]) AND source_kind <> 'program'
        AND pod_name IS NOT NULL AND pod_ip IS NOT NULL AND worker_control_port IS NOT NULL
      ORDER BY streams.id`,
    db().$queryRaw<{ eventId: string; streamIds: string[]; at: Date }[]>`
      SELECT DISTINCT ON (event_id) event_id AS "eventId", program_ids AS "streamIds", occurred_at AS at
      FROM tally_changes WHERE event_id = ANY(${eventIds}::uuid[])
      ORDER BY event_id, occurred_at DESC, id DESC`,
    db().tallySource.groupBy({ by: 'eventId', where: { eventId: { in: eventIds } }, _max: { delayMs: true } }),
    db().stream.findMany({
      where: { eventId: { in: eventIds }, sourceKind: 'program' },
      select: { eventId: true, programForm: true },
    }),
  ]);
  return new Map(
    eventIds.map((id) => {
      const last = changes.find(({ eventId }) => eventId === id);
      const onAir = last ? { streamIds: last.streamIds, sinceMs: last.at.getTime() } : null;
      const switcherDelayMs = delays.find(({ eventId }) => eventId === id)?._max.delayMs ?? 0;
      const form = programs.find(({ eventId }) => eventId === id)?.programForm === 'clean' ? 'clean' : 'steady';
      return [id, { cameras: cameras.filter(({ eventId }) => eventId === id), onAir, switcherDelayMs, form }];
    }),
  );
}
