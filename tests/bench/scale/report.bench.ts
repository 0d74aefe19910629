import { setTimeout as sleep } from 'node:timers/promises';
import type { Actor } from '@/lib/auth/actor';
import { newId } from '@/lib/core/id';
import { db } from '@/lib/platform/db/db';
import { withClient } from '@/lib/platform/db/with-client';
import { getReport } from '@/lib/use-cases/reports/get-report';
import { keepDays } from '@/lib/use-cases/reports/keep-days';
import { retainMetrics } from '@/server/gateway/store/retention/retain-metrics';
import { startBenchDatabase } from '../support/bench-database';
import { quantile } from '../support/quantile';
import { head, load, row } from '../support/table';
import { measureCost } from './meters';

/*
 * `npm run bench report` measures the report of a live show of 8 hours with 16 cameras. Its last minutes are not rolled
 * up yet. Then it measures how a day of 1,000 cameras is kept for analytics, and how long one second's samples wait
 * meanwhile.
 */

const cameraCount = 16;
const hours = 8;
const runs = 10;
const dayCameras = 1_000;

async function makeShow(): Promise<{ actor: Actor; eventId: string; streamIds: string[] }> {
  const organizationId = newId();
  await db().organization.create({ data: { id: organizationId, name: 'Bench' } });
  const eventId = newId();
  const startsAt = new Date(Date.now() - hours * 3_600_000);
  const endsAt = new Date(Date.now() + 3_600_000);
  await db().event.create({ data: { id: eventId, organizationId, name: 'Show', startsAt, endsAt } });
  const streams = Array.from({ length: cameraCount }, (_, index) => {
    const id = newId();
    const number = index + 1;
    return { id, organizationId, eventId, number, name: `Camera ${number}`, streamKey: id, participantIdentity: id };
  });
  await db().stream.createMany({ data: streams });
  const actor: Actor = {
    organizationId,
    role: 'owner',
    userId: newId(),
    authSessionId: newId(),
    authSessionExpiresAt: endsAt,
  };
  return { actor, eventId, streamIds: streams.map(({ id }) => id) };
}

/** A sample a second of each camera, a loss every four minutes, and a cut every five seconds. */
async function fill(eventId: string, streamIds: string[]): Promise<void> {
  const seconds = hours * 3_600;
  await query(
    `INSERT INTO stream_metrics (stream_id, recorded_at, organization_id, fps, bitrate_kbps, reconnect_count, latency_ms,
      dropped_frames, rtt_ms, lost_packets, retransmitted_packets, loss_percent, audio_left_dbfs, audio_right_dbfs)
    SELECT streams.id, now() - second * interval '1 second', organization_id, 29 + random(), 4000 + 1000 * random(), 0,
      180 + 80 * random(), ($1::int - second) / 50, 20, 3 * random(), 3 * random(), random(), -20, -21
    FROM streams, generate_series(1, $1::int) AS second WHERE event_id = $2::uuid`,
    [seconds, eventId],
  );
  await db().$executeRaw`
    INSERT INTO stream_incidents (id, stream_id, organization_id, code, severity, coded_message, message, occurred_at)
    SELECT gen_random_uuid(), streams.id, organization_id,
      CASE line % 2 WHEN 0 THEN 'camera_lost' ELSE 'camera_back' END, 'critical',
      CASE line % 2 WHEN 0 THEN '{"code":"signal_lost","figures":{"cause":"silent"}}'::jsonb
        ELSE '{"code":"signal_back","figures":{"durationMs":30000}}'::jsonb END,
      'Camera lost.', now() - ${seconds}::int * interval '1 second' + line * interval '120 seconds' + number * interval '1 second'
    FROM streams, generate_series(1, ${seconds / 120}::int) AS line WHERE event_id = ${eventId}::uuid`;
  await db().$executeRaw`
    INSERT INTO tally_changes (id, organization_id, event_id, occurred_at, program_ids, preview_ids)
    SELECT gen_random_uuid(), organization_id, id, now() - cut * interval '5 seconds',
      ARRAY[(${streamIds}::uuid[])[1 + cut % ${cameraCount}::int]], '{}'
    FROM events, generate_series(1, ${seconds / 5}::int) AS cut WHERE id = ${eventId}::uuid`;
  await db().$executeRaw`
    INSERT INTO viewer_minutes (room_id, recorded_at, organization_id, event_id, viewer_seconds, peak, counted_at)
    SELECT id, date_trunc('minute', now()) - minute * interval '1 minute', organization_id, id, 600, 10, now()
    FROM events, generate_series(1, ${hours * 60}::int) AS minute WHERE id = ${eventId}::uuid`;
  await retainMetrics(new AbortController().signal);
  // As ten minutes after the last run.
  await query("DELETE FROM stream_metric_minutes WHERE recorded_at > now() - interval '12 minutes'");
  await query('ANALYZE');
}

/** Fills yesterday with minutes of many cameras. @returns one of them */
async function fillDay(organizationId: string, eventId: string): Promise<string> {
  const ids = Array.from({ length: dayCameras }, () => newId());
  const data = ids.map((id, index) => ({
    id,
    organizationId,
    eventId,
    number: 100 + index,
    name: `Day ${index}`,
    streamKey: id,
    participantIdentity: id,
  }));
  await db().stream.createMany({ data });
  await query('DELETE FROM stream_metric_minutes');
  await query(
    `INSERT INTO stream_metric_minutes (stream_id, recorded_at, organization_id, fps, bitrate_kbps, reconnect_count,
      live_seconds, live_kilobits, frames_lost, rtt_ms, loss_percent_sum, loss_seconds)
    SELECT id, (now() AT TIME ZONE 'UTC')::date - interval '1 day' + minute * interval '1 minute', $1::uuid, 30, 5000, 0,
      60, 300000, 1, 20, 6, 60
    FROM unnest($2::uuid[]) AS id, generate_series(0, 1439) AS minute`,
    [organizationId, ids],
  );
  await query('ANALYZE');
  return ids[0] as string;
}

/** Writes a sample again and again until stopped. @returns the longest time in milliseconds */
function writeSamples(streamId: string, organizationId: string): { stop(): Promise<number> } {
  let isStopped = false;
  const written = (async () => {
    let longestMs = 0;
    while (!isStopped) {
      const startedMs = performance.now();
      await db().$executeRaw`
        INSERT INTO stream_metrics (stream_id, recorded_at, organization_id, fps, bitrate_kbps, reconnect_count)
        VALUES (${streamId}::uuid, clock_timestamp(), ${organizationId}::uuid, 30, 5000, 0)
        ON CONFLICT DO NOTHING`;
      longestMs = Math.max(longestMs, performance.now() - startedMs);
      await sleep(20);
    }
    return longestMs;
  })();
  return {
    stop() {
      isStopped = true;
      return written;
    },
  };
}

/** Runs a statement that takes longer than the product allows. */
const query = (sql: string, values: unknown[] = []) =>
  withClient(process.env.DATABASE_URL ?? '', (client) => client.query(sql, values));

const database = await startBenchDatabase({ countsStatements: true });
try {
  const { actor, eventId, streamIds } = await makeShow();
  await fill(eventId, streamIds);
  await getReport(actor, eventId);
  const times: number[] = [];
  const parts = { gateway: process.pid, web: process.pid, postgres: database.pid };
  const { cpuSeconds } = await measureCost(parts, async () => {
    for (let run = 0; run < runs; run++) {
      const startedMs = performance.now();
      await getReport(actor, eventId);
      times.push(performance.now() - startedMs);
    }
  });
  head('report', 'p50 ms', 'p95 ms', 'Postgres, CPU ms', 'Node, CPU ms', 'load');
  row(
    `${hours} h, ${cameraCount} cameras, live`,
    quantile(times, 0.5).toFixed(0),
    quantile(times, 0.95).toFixed(0),
    ((1_000 * cpuSeconds.postgres) / runs).toFixed(0),
    ((1_000 * cpuSeconds.web) / runs).toFixed(0),
    load(),
  );
  const streamId = await fillDay(actor.organizationId, eventId);
  const samples = writeSamples(streamId, actor.organizationId);
  const startedMs = performance.now();
  const day = await measureCost(parts, async () => {
    if ((await keepDays(Date.now() + 2 * 3_600_000)).length === 0) throw new Error('No day was kept.');
  });
  const seconds = (performance.now() - startedMs) / 1_000;
  const longestMs = await samples.stop();
  head('analytics', 'seconds', 'Postgres, CPU s', 'longest insert beside it, ms', 'load');
  row(
    `a day, ${dayCameras} cameras`,
    seconds.toFixed(1),
    day.cpuSeconds.postgres.toFixed(1),
    longestMs.toFixed(0),
    load(),
  );
} finally {
  await database.stop();
}
