import { db } from '@/lib/platform/db/db';
import { defineSystem } from '@/lib/use-cases/definers/define-open';

/** How reports, analytics and notices of all organizations keep up. */
export interface ReportHealth {
  /** Planned shows that go on. */
  open: number;
  /** Planned shows that ended ten minutes ago or earlier with a picture, and have no final report. */
  overdue: number;
  final: number;
  noticesWaiting: number;
  /** In the last 24 hours. */
  noticesFailed: number;
  /** How long keeping the last day took; null before the first. */
  daySeconds: number | null;
  /** Since the end of the last kept day; null before the first, and without samples of which one could be made. */
  dayAgeSeconds: number | null;
}

/** Counts in one query what Prometheus is told. */
export const readReportHealth = defineSystem(
  'Prometheus: counts of all organizations',
  async (): Promise<ReportHealth> => {
    const [row] = await db().$queryRaw<ReportHealth[]>`
      SELECT
        (SELECT count(*)::int FROM events WHERE now() >= starts_at AND now() < ends_at) AS open,
        (SELECT count(*)::int FROM events
          WHERE starts_at IS NOT NULL AND ends_at BETWEEN now() - interval '7 days' AND now() - interval '10 minutes'
            AND NOT EXISTS (SELECT 1 FROM show_reports WHERE event_id = events.id AND show_reports.ends_at >= events.ends_at)
            AND EXISTS (SELECT 1 FROM stream_metric_minutes JOIN streams ON streams.id = stream_id
              WHERE streams.event_id = events.id AND fps > 0
                AND recorded_at >= date_trunc('minute', starts_at) AND recorded_at < ends_at)) AS overdue,
        (SELECT count(*)::int FROM show_reports) AS final,
        (SELECT count(*)::int FROM notices WHERE state IN ('waiting', 'sending')) AS "noticesWaiting",
        (SELECT count(*)::int FROM notices
          WHERE state = 'failed' AND next_attempt_at > now() - interval '24 hours') AS "noticesFailed",
        last.seconds AS "daySeconds",
        CASE WHEN EXISTS (SELECT 1 FROM stream_metric_minutes)
          THEN extract(epoch FROM now() - (last.day + 1)::timestamp AT TIME ZONE 'UTC')::float8 END AS "dayAgeSeconds"
      FROM (SELECT 1) AS one LEFT JOIN (SELECT day, seconds FROM kept_days ORDER BY day DESC LIMIT 1) AS last ON true`;
    if (!row) throw new Error('Postgres answered no row of counts.');
    return row;
  },
);
