import type { CaptureCorrection } from '@/lib/core/capture-fit';
import { minuteMs } from '@/lib/core/durations';
import { db } from '@/lib/platform/db/db';

/** A recording without a reading of its own takes those of its camera that are no further away. */
const maxApartMs = 10 * minuteMs;

interface ConnectionReadings {
  firstMs: number;
  lastMs: number;
  shiftMs: number;
  uncertaintyMs: number;
  /** The middle half of the readings lies within it. */
  spreadMs: number;
}

/**
 * Reads by how much a recording's runs are moved so that its event's cameras hear the same at the same time. Each
 * connection of the encoder has a shift, which holds until half-way to the next one's readings. Where a person has set an
 * offset for a camera of that time, sound moves none of them.
 * @returns none where the event does not keep in step by sound, or nothing was heard
 */
export async function readSoundCorrections(recordingId: string): Promise<CaptureCorrection[]> {
  const connections = await db().$queryRaw<ConnectionReadings[]>`
    WITH recording AS (
      SELECT recordings.* FROM recordings JOIN events ON events.id = recordings.event_id
      WHERE recordings.id = ${recordingId}::uuid AND events.keeps_in_step_by_sound AND NOT EXISTS (
        SELECT 1 FROM recordings AS other
        WHERE other.event_id = recordings.event_id AND other.offset_ms <> 0
          AND other.started_at <= coalesce(recordings.ended_at, 'infinity')
          AND coalesce(other.ended_at, 'infinity') >= recordings.started_at
      )
    ), readings AS (
      SELECT sound_readings.* FROM recording JOIN sound_readings ON sound_readings.recording_id = recording.id
      UNION
      SELECT sound_readings.* FROM recording JOIN sound_readings ON sound_readings.stream_id = recording.stream_id
      WHERE sound_readings.event_id = recording.event_id
        AND at >= recording.started_at - ${maxApartMs} * interval '1 millisecond'
        AND at <= coalesce(recording.ended_at, now()) + ${maxApartMs} * interval '1 millisecond'
    )
    SELECT
      extract(epoch FROM min(at))::float8 * 1000 AS "firstMs",
      extract(epoch FROM max(at))::float8 * 1000 AS "lastMs",
      percentile_cont(0.5) WITHIN GROUP (ORDER BY shift_ms) AS "shiftMs",
      percentile_cont(0.5) WITHIN GROUP (ORDER BY uncertainty_ms) AS "uncertaintyMs",
      percentile_cont(0.75) WITHIN GROUP (ORDER BY shift_ms)
        - percentile_cont(0.25) WITHIN GROUP (ORDER BY shift_ms) AS "spreadMs"
    FROM readings GROUP BY connection ORDER BY 1`;
  return connections.map(({ firstMs, lastMs, shiftMs, uncertaintyMs, spreadMs }, index) => {
    const before = connections[index - 1];
    const next = connections[index + 1];
    return {
      clock: 'sound',
      fromUs: before ? ((before.lastMs + firstMs) / 2) * 1_000 : Number.NEGATIVE_INFINITY,
      toUs: next ? ((lastMs + next.firstMs) / 2) * 1_000 : Number.POSITIVE_INFINITY,
      shiftMs: Math.round(shiftMs),
      uncertaintyMs: Math.ceil(Math.max(uncertaintyMs, spreadMs)),
    };
  });
}
