import { db } from '@/lib/platform/db/db';
import { ok, problem, warning } from '../finding';

const dayHours = 24;
/** A show that has begun would not end. */
const scarceHours = 2;

/**
 * Estimates by how much recordings will grow within a day: as on the last day, or at the present rate if that is more.
 * Recordings that will be deleted by age or size are taken off.
 * @returns bytes
 */
export async function readDailyGrowth(): Promise<number> {
  const [row] = await db().$queryRaw<{ bytes: number }[]>`
    WITH paced AS (
      SELECT organization_id, size_bytes, ended_at,
        size_bytes / greatest(60, extract(epoch FROM coalesce(ended_at, now()) - started_at)) AS bytes_per_second,
        greatest(0, extract(epoch FROM coalesce(ended_at, now()) - greatest(started_at, now() - interval '1 day')))
          AS seconds_of_day
      FROM recordings
    ), owned AS (
      SELECT
        greatest(
          sum(bytes_per_second * seconds_of_day),
          86400 * sum(bytes_per_second) FILTER (WHERE ended_at IS NULL)
        ) AS written,
        sum(size_bytes) FILTER (
          WHERE ended_at < now() + interval '1 day' - make_interval(days => recordings_keep_days)
        ) AS expiring,
        recordings_max_gb * 1e9 - sum(size_bytes) AS allowed
      FROM paced JOIN organizations ON organizations.id = organization_id
      GROUP BY organizations.id
    )
    SELECT coalesce(sum(greatest(0, least(written - coalesce(expiring, 0), allowed))), 0)::float8 AS bytes FROM owned`;
  return row?.bytes ?? 0;
}

/** Judges whether a disk has room for a day of recordings. */
export function judgeRoom(freeBytes: number, dailyBytes: number) {
  const hours = dailyBytes === 0 ? Number.POSITIVE_INFINITY : (freeBytes / dailyBytes) * dayHours;
  const rate = `${(dailyBytes / 1e9).toFixed(1)} GB a day`;
  if (hours >= dayHours) return ok('recordings', `The recordings’ disk has room for a day at today’s rate, ${rate}.`);
  const text = `The recordings’ disk has room for ${Math.floor(hours)} hours at today’s rate, ${rate}.`;
  const fix = 'Delete recordings, choose how long they stay under Organization, or use a larger disk.';
  return (hours < scarceHours ? problem : warning)('recordings', text, fix);
}
