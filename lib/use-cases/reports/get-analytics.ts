import type { AnalyticsJson } from '@/lib/contracts/analytics';
import { db } from '@/lib/platform/db/db';
import { defineUseCase } from '@/lib/use-cases/definers/define-use-case';
import { getPlanLimit } from '@/lib/use-cases/plans/get-plan';

type Attributes = AnalyticsJson['attributes'];

/** Maximum lines of the lists of events and cameras. */
const maxLines = 500;
/** Encoders choose their names. */
const maxKinds = 50;

/** Reads the use of the actor's organization in the last months, this one included, and today so far. */
export const getAnalytics = defineUseCase(
  { action: 'reports.view' },
  async ({ actor }, months: number): Promise<AnalyticsJson> => {
    const { organizationId } = actor;
    const now = new Date();
    const from = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months + 1, 1));
    const [byMonth, events, cameras, sources, encoders, networks, maxStreamsOn] = await Promise.all([
      db().$queryRaw<Attributes['months']>`
        SELECT to_char(month, 'YYYY-MM') AS month, coalesce(camera_hours, 0) AS camera_hours,
          coalesce(viewer_hours, 0) AS viewer_hours, coalesce(gigabytes_in, 0) AS gigabytes_in,
          coalesce(gigabytes_to_players, 0) AS gigabytes_to_players,
          coalesce(gigabytes_recorded, 0) AS gigabytes_recorded, coalesce(peak_cameras, 0) AS peak_cameras
        FROM generate_series(${from}::date, ${now}::date, interval '1 month') AS month
        LEFT JOIN LATERAL (
          SELECT sum(live_seconds) / 3600.0::float8 AS camera_hours, sum(bytes_in) / 1e9 AS gigabytes_in,
            sum(bytes_to_players) / 1e9 AS gigabytes_to_players, sum(bytes_recorded) / 1e9 AS gigabytes_recorded
          FROM camera_days WHERE organization_id = ${organizationId}::uuid
            AND day >= month AND day < month + interval '1 month'
        ) AS camera ON true
        LEFT JOIN LATERAL (
          SELECT sum(viewer_seconds) / 3600 AS viewer_hours FROM event_days
          WHERE organization_id = ${organizationId}::uuid AND day >= month AND day < month + interval '1 month'
        ) AS viewer ON true
        LEFT JOIN LATERAL (
          SELECT max(peak_cameras) AS peak_cameras FROM organization_days
          WHERE organization_id = ${organizationId}::uuid AND day >= month AND day < month + interval '1 month'
        ) AS peak ON true
        WHERE num_nonnulls(camera_hours, viewer_hours, peak_cameras) > 0
        ORDER BY month DESC`,
      db().$queryRaw<Attributes['events']>`
        SELECT id, (array_agg(name ORDER BY last DESC))[1] AS name, sum(camera_hours) AS camera_hours,
          sum(viewer_hours) AS viewer_hours, sum(gigabytes_in) AS gigabytes_in,
          sum(gigabytes_to_players) AS gigabytes_to_players, sum(gigabytes_recorded) AS gigabytes_recorded
        FROM (
          SELECT event_id AS id, event_name AS name, max(day) AS last, sum(live_seconds) / 3600.0::float8 AS camera_hours,
            0 AS viewer_hours, sum(bytes_in) / 1e9 AS gigabytes_in,
            sum(bytes_to_players) / 1e9 AS gigabytes_to_players, sum(bytes_recorded) / 1e9 AS gigabytes_recorded
          FROM camera_days WHERE organization_id = ${organizationId}::uuid AND day >= ${from}::date GROUP BY 1, 2
          UNION ALL
          SELECT event_id, event_name, max(day), 0, sum(viewer_seconds) / 3600, 0, 0, 0
          FROM event_days WHERE organization_id = ${organizationId}::uuid AND day >= ${from}::date GROUP BY 1, 2
        ) AS part GROUP BY id ORDER BY camera_hours DESC, id LIMIT ${maxLines}`,
      db().$queryRaw<Attributes['cameras']>`
        SELECT stream_id AS id, (array_agg(camera_name ORDER BY day DESC))[1] AS name,
          (array_agg(event_name ORDER BY day DESC))[1] AS event_name,
          sum(live_seconds) / 3600.0::float8 AS camera_hours, sum(bytes_in) / 1e9 AS gigabytes_in,
          sum(bytes_to_players) / 1e9 AS gigabytes_to_players, sum(bytes_recorded) / 1e9 AS gigabytes_recorded,
          sum(outages)::int AS outages, sum(frames_lost)::float8 AS frames_lost
        FROM camera_days WHERE organization_id = ${organizationId}::uuid AND day >= ${from}::date
        GROUP BY stream_id ORDER BY camera_hours DESC, id LIMIT ${maxLines}`,
      reliability(organizationId, from, 'source'),
      reliability(organizationId, from, 'encoder'),
      reliability(organizationId, from, 'network'),
      getPlanLimit(actor),
    ]);
    return {
      type: 'analytics',
      attributes: {
        from: from.toISOString().slice(0, 10),
        max_streams_on: maxStreamsOn,
        months: byMonth.map(rounded),
        events: events.map(rounded),
        cameras: cameras.map(rounded),
        sources: sources.map(rounded),
        encoders: encoders.map(rounded),
        networks: networks.map(rounded),
      },
    };
  },
);

/** How well cameras did, by what they are, by their encoder, or by the round trip of their network. */
const reliability = (organizationId: string, from: Date, by: 'source' | 'encoder' | 'network') => db().$queryRaw<
  Attributes['sources']
>`
  SELECT kind, hours AS camera_hours, CASE WHEN hours > 0 THEN outages / hours END AS outages_per_hour,
    loss AS loss_percent
  FROM (
    SELECT CASE WHEN ${by} = 'source' THEN source_kind WHEN ${by} = 'encoder' THEN coalesce(encoder, 'unknown')
        WHEN rtt_ms IS NULL THEN 'unknown' WHEN rtt_ms < 20 THEN 'near' WHEN rtt_ms < 100 THEN 'far'
        ELSE 'very_far' END AS kind,
      sum(live_seconds) / 3600.0::float8 AS hours, sum(outages)::float8 AS outages,
      sum(loss_percent * live_seconds) / nullif(sum(live_seconds) FILTER (WHERE loss_percent IS NOT NULL), 0) AS loss
    FROM camera_days WHERE organization_id = ${organizationId}::uuid AND day >= ${from}::date GROUP BY 1
  ) AS kinds ORDER BY camera_hours DESC LIMIT ${maxKinds}`;

/** A row with two decimals in each figure. */
const rounded = <Row extends object>(row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'number' ? Math.round(value * 100) / 100 : value,
    ]),
  ) as Row;
